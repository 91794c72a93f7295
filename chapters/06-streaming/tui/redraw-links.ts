import { copyLinks, type Growth } from "./growth.ts";
import { apart, drawBlocks, type Links, readBlocks } from "./markdown.ts";

/** A link may be defined behind its use: what is finished and names it is drawn once more. */
export function redrawLinks(growth: Growth, links: Links): void {
  const names = changedNames(growth.drawnWith, links);
  growth.drawnWith = links;
  const isUser = ({ raw }: { raw: string }) => mentions(raw, names);
  if (names.length === 0 || !growth.finished.some(isUser)) return;
  growth.finished = growth.finished.map((part) => {
    if (!isUser(part)) return part;
    const blocks = readBlocks(part.raw, copyLinks(links));
    return { ...part, lines: apart(drawBlocks(blocks, growth.columns)) };
  });
  growth.lines = apart(growth.finished.map(({ lines }) => lines));
}

function changedNames(before: Links, links: Links): string[] {
  const names = Object.keys({ ...before, ...links });
  return names.filter((name) => before[name]?.href !== links[name]?.href);
}

function mentions(raw: string, names: string[]): boolean {
  if (!raw.includes("]")) return false;
  const text = squeezed(raw);
  return names.some((name) => text.includes(`[${squeezed(name)}]`));
}

/** As marked compares names, and without the signs of a quotation between their words. */
function squeezed(text: string): string {
  const joined = text.replace(/[\s>]+/g, "");
  return joined.toLowerCase().toUpperCase().toLowerCase();
}
