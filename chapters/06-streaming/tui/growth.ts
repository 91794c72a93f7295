import type { GoingOn } from "./growing-block.ts";
import type { Links } from "./markdown.ts";

/** An answer so far, in a window of a certain width. What is finished is drawn, and not read again. */
export type Growth = {
  text: string;
  columns: number;
  /** The end of the text, where what follows can change what a terminal would obey. */
  uncleaned: string;
  finished: { raw: string; lines: string[] }[];
  /** Of all that is finished. */
  lines: string[];
  /** Defined in what is finished. */
  links: Links;
  /** Those that the finished lines were drawn with: a definition may follow its use. */
  drawnWith: Links;
  /** The last block, which is open, from its beginning. */
  block: string;
  /** What of it was cut off because it is long, and how the rest goes on. */
  cutLines: string[];
  goingOn?: GoingOn;
  /** The rest. */
  open: string;
  shown: string[];
};

export function beginGrowth(columns: number): Growth {
  return {
    ...{ text: "", columns, uncleaned: "", finished: [], lines: [], shown: [] },
    ...{ links: copyLinks(), drawnWith: copyLinks(), block: "", open: "", cutLines: [] },
  };
}

/** Without a prototype: "constructor" is a name like any other. */
export function copyLinks(links: Links = {}): Links {
  return Object.assign(Object.create(null), links);
}

/** All lines, if these are those of the open block that were not cut off. */
export function allLines(growth: Growth, lines: string[]): string[] {
  return behind(growth.lines, blockLines(growth, lines));
}

/** The lines of the open block. */
export function blockLines({ cutLines, goingOn }: Growth, lines: string[]): string[] {
  const isLoose = goingOn?.type === "list" && goingOn.loose;
  return isLoose ? behind(cutLines, lines) : cutLines.concat(lines);
}

/** With an empty line between them, if there are both. */
export function behind(before: string[], lines: string[]): string[] {
  if (before.length === 0 || lines.length === 0) return before.concat(lines);
  return before.concat("", lines);
}
