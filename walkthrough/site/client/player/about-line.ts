import { element } from "./element.ts";
import type { Side } from "./side.ts";

/** What is played, in a line: what the user said, and where the pages tell of the chapter and of what it changed. */
export function drawAbout(sides: Side[], chapters: string[]): HTMLElement[] {
  const [side, other] = sides;
  const said = side?.recording?.prompts ?? [];
  if (!side || said.length === 0) return [];
  const root = document.body.dataset.root ?? "";
  const links = sides.map(({ title }) => link(`${root}${title}/`, `Chapter ${spoken(title)}`));
  const before = chapters[chapters.indexOf(side.title) - 1];
  const [from, to] = other ? [side.title, other.title].sort() : [before, side.title];
  if (from && to) links.push(link(diffOf(root, chapters, from, to), differenceOf(from, to, other)));
  const words = said.map((text) => element("q", {}, text));
  return [
    element("span", { class: "user-line" }, "The user says ", ...words),
    element("span", { class: "links" }, ...links),
  ];
}

/** Neighbours have a page of their own. */
function diffOf(root: string, chapters: string[], from: string, to: string): string {
  const areNeighbours = chapters.indexOf(to) === chapters.indexOf(from) + 1;
  return `${root}diff/${areNeighbours ? `${from}..${to}/` : `?from=${from}&to=${to}`}`;
}

function differenceOf(from: string, to: string, other: Side | undefined): string {
  return other ? `What lies between ${spoken(from)} and ${spoken(to)}` : "What it changed";
}

/** "03 events", of a chapter's folder. */
export function spoken(folder: string): string {
  return folder.replace("-", " ");
}

function link(href: string, text: string): HTMLElement {
  return element("a", { href }, text);
}
