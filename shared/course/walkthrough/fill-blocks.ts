import { readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Drift } from "./check-blocks.ts";
import type { Page, PageLine, Problem } from "./page.ts";

export type FillResult = { filled: Drift[]; problems: Problem[] };

/**
 * Rewrites the drifted blocks of each page, and no other byte. A page that was edited since it was read is
 * left alone and reported.
 */
export async function fillBlocks(root: string, drifts: Drift[]): Promise<FillResult> {
  const result: FillResult = { filled: [], problems: [] };
  for (const page of new Set(drifts.map((drift) => drift.page))) {
    const own = drifts.filter((drift) => drift.page === page);
    try {
      await replacePage(join(root, page.path), page, fill(page, own));
      result.filled.push(...own);
    } catch (error) {
      const message = `not rewritten: ${error instanceof Error ? error.message : error}`;
      result.problems.push({ page: page.path, line: 1, message });
    }
  }
  return result;
}

/** The number that a line has once the blocks above it are filled. */
export function lineAfterFilling(filled: Drift[], page: string, line: number): number {
  const above = filled.filter((drift) => drift.page.path === page && drift.block.line < line);
  const grown = above.map(({ block, expected }) => {
    return contentLines(expected).length - (block.to - block.from);
  });
  return grown.reduce((sum, lines) => sum + lines, line);
}

function fill({ lines }: Page, drifts: Drift[]): string {
  const filled = [...lines];
  // from the end, so that the places of the others stay right
  for (const { block, expected } of drifts.toSorted((a, b) => b.block.from - a.block.from)) {
    const end = lines[block.from - 1]?.end ?? "\n";
    const content = contentLines(expected).map((line): PageLine => {
      return { text: line === "" ? "" : block.indent + line, end };
    });
    filled.splice(block.from, block.to - block.from, ...content);
  }
  return filled.map(({ text, end }) => text + end).join("");
}

function contentLines(content: string): string[] {
  return content === "" ? [] : content.split("\n");
}

async function replacePage(path: string, page: Page, text: string): Promise<void> {
  const target = await realpath(path);
  if ((await readFile(target, "utf8")) !== page.text) {
    throw new Error("the page was edited in the meantime; run --sync again");
  }
  const next = `${target}.${process.pid}.tmp`;
  try {
    await writeFile(next, text, { mode: (await stat(target)).mode });
    await rename(next, target);
  } finally {
    await rm(next, { force: true });
  }
}
