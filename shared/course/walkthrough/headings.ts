import type { Page, Problem } from "./page.ts";

export type Heading = { line: number; level: number; text: string; anchor: string };

const chapterHeadings = [
  /^The question$/,
  /^Predict$/,
  /^The idea$/,
  /^The code$/,
  /^Run it$/,
  /^What changed$/,
  /^Build it yourself( \(.+\))?$/,
  /^Break it$/,
  /^In real systems$/,
  /^What we left out(, and where it would attach)?$/,
];

/** With the anchors that GitHub gives them: the second "Run it" of a page is #run-it-1. */
export function readHeadings({ prose }: Page): Heading[] {
  const headings: Heading[] = [];
  const seen = new Map<string, number>();
  for (const [index, line] of prose.split("\n").entries()) {
    const [, marks = "", text = ""] =
      /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#*)?[ \t]*$/.exec(line) ?? [];
    if (!marks) continue;
    const slug = slugOf(text);
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    const anchor = before === 0 ? slug : `${slug}-${before}`;
    headings.push({ line: index + 1, level: marks.length, text, anchor });
  }
  return headings;
}

/** A chapter's page answers the same ten questions in the same order. Tells the first difference. */
export function checkChapterHeadings(page: Page): Problem[] {
  const found = readHeadings(page).filter(({ level }) => level === 2);
  const length = Math.max(found.length, chapterHeadings.length);
  for (let index = 0; index < length; index++) {
    const expected = chapterHeadings[index];
    const heading = found[index];
    if (heading && expected?.test(heading.text)) continue;
    const wanted = expected ? `"## ${nameOf(expected)}"` : "no more headings of this level";
    const message = `expected ${wanted}, found ${heading ? `"## ${heading.text}"` : "the end of the page"}`;
    return [{ page: page.path, line: heading?.line ?? page.lines.length, message }];
  }
  return [];
}

function nameOf(heading: RegExp): string {
  return heading.source
    .replace(/^\^|\$$/g, "")
    .replace(/\(.*/, "")
    .trim();
}

function slugOf(heading: string): string {
  const text = heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").trim();
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
}
