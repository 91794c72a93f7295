import type { Token, Tokens } from "marked";
import MiniSearch from "minisearch";
import { type Section, searchOptions } from "../search-options.ts";
import { type Article, addressOf } from "./articles.ts";
import { plainText } from "./plain-text.ts";

/** What the search of the site loads: an index of the sections of all pages, as JSON. */
export function searchIndex(articles: Article[]): string {
  const index = new MiniSearch<Section>(searchOptions);
  const sections = articles.flatMap(sectionsOf);
  index.addAll(sections.map((section, id) => ({ ...section, id })));
  return JSON.stringify(index);
}

function sectionsOf(article: Article): Omit<Section, "id">[] {
  const headings = [...article.headings];
  const sections: { heading: string; anchor: string; tokens: Token[] }[] = [];
  let folds = 0;
  for (const token of article.tokens) {
    const before = folds;
    if (token.type === "html") folds = Math.max(0, folds + foldsIn(token.raw));
    // hints and answers are for the one who opens them
    if (before + folds > 0) continue;
    if (token.type !== "heading") sections.at(-1)?.tokens.push(token);
    else {
      const anchor = headings.shift()?.anchor ?? "";
      sections.push({ heading: plainText([token]), anchor, tokens: [] });
    }
  }
  return sections.map(({ heading, anchor, tokens }, index) => ({
    address: index === 0 ? addressOf(article) : `${addressOf(article)}#${anchor}`,
    page: article.title,
    heading: index === 0 ? "" : heading,
    text: [plainText(tokens), ...tokens.flatMap(sourceOf)].join(" "),
  }));
}

function foldsIn(text: string): number {
  return text.split("<details>").length - text.split("</details>").length;
}

/** Which files and names a section shows. */
function sourceOf(token: Token): string[] {
  if (token.type !== "code") return [];
  const [, subject = ""] = ((token as Tokens.Code).lang ?? "").split(/\s+/);
  return subject.includes("/") ? [subject.replace(/[#+]/g, " ")] : [];
}
