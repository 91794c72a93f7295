import { readFileSync } from "node:fs";
import { join } from "node:path";
import { chooseLook, type Look } from "../../trace/look.ts";
import { chapters } from "../chapters.ts";
import { hang } from "../diff/draw-text.ts";
import { noteMark } from "../front-door/marks.ts";
import { showText } from "../full-screen/show-text.ts";
import { projectRoot } from "../project-root.ts";
import type { ReadFlags } from "./command.ts";
import { drawPage } from "./draw-page.ts";
import { findReadable, otherPages, readablePages } from "./pages.ts";

/** Shows a page of the walkthrough. Whether it was paged. Throws one line when there is no such page. */
export async function read(name: string, flags: ReadFlags): Promise<boolean> {
  const page = findReadable(name);
  const path = `walkthrough/${page.file}`;
  const markdown = readFileSync(join(projectRoot(), path), "utf8");
  const after = readablePages[readablePages.indexOf(page) + 1];
  const text = { path, markdown, next: after?.name };
  const paged = await showText((look) => drawPage(text, inWindow(look)), {
    mayPage: flags.pager,
  });
  if (page.chapter && process.stdin.isTTY && process.stdout.isTTY) {
    noteMark(page.chapter.folder, "readAt");
  }
  return paged;
}

/** Prose is still read in a window that is too narrow for anything else. */
function inWindow(look: Look): Look {
  const { isTTY, columns } = process.stdout;
  return { ...look, width: Math.min(look.width, (isTTY && columns) || look.width) };
}

/** What there is to read, and how. */
export function listPages(): void {
  const look = chooseLook(process.stdout, process.env);
  const rows = [
    ...chapters.map(({ folder, layer }) => ({ name: folder.replace("-", " "), about: layer })),
    ...otherPages,
  ];
  const width = Math.max(...rows.map(({ name }) => name.length)) + 4;
  for (const { name, about } of rows) {
    for (const row of hang(`  ${name}`.padEnd(width), about, look)) console.log(row);
  }
  console.log("\nRead one with: npx one-turn read 01");
}
