import { stat } from "node:fs/promises";
import { posix } from "node:path";
import { readHeadings } from "./headings.ts";
import { type Page, type Problem, readPage } from "./page.ts";
import { readLinkTargets } from "./prose.ts";
import { findInRepository } from "./repository-path.ts";

/** Relative links must lead to a file and, with an anchor, to a heading. The web is not asked. */
export async function checkLinks(root: string, page: Page): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { line, text } of readLinkTargets(page)) {
    await checkTarget(root, page, text).catch((error: Error) => {
      problems.push({
        page: page.path,
        line,
        message: `the link "${text}" leads nowhere: ${error.message}`,
      });
    });
  }
  return problems;
}

async function checkTarget(root: string, page: Page, target: string): Promise<void> {
  if (/^([a-z][a-z\d+.-]*:|\/\/)/i.test(target)) return;
  if (target.startsWith("/")) throw new Error("write it relative to the page");
  const [, path = "", anchor] = /^([^#]*)(?:#(.*))?$/.exec(target) ?? [];
  const file = path === "" ? page.path : posix.join(posix.dirname(page.path), decode(path));
  const found = await findInRepository(root, file);
  if (anchor === undefined) return;
  if (!file.endsWith(".md") || !(await stat(found)).isFile()) {
    throw new Error("only a page has anchors: a line number would drift");
  }
  const headings = readHeadings(file === page.path ? page : await readPage(root, file));
  if (headings.some((heading) => heading.anchor === decode(anchor))) return;
  throw new Error(`${file} has no heading "#${anchor}"`);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
