import { stripVTControlCharacters } from "node:util";
import type { Look } from "../../trace/look.ts";
import { visible } from "../diff/plain-text.ts";

/** The end of what was printed, each line within the width. */
export function lastLines(printed: string, { width }: Look): string[] {
  const lines = harmless(printed).trimEnd().split("\n");
  const shown = lines.length <= 12 ? lines : ["…", ...lines.slice(-12)];
  return shown.map((line) => `  ${line}`.slice(0, width));
}

/** What a terminal would obey is taken out, or shown as its code. */
export function harmless(text: string): string {
  return stripVTControlCharacters(text)
    .split("\n")
    .map((line) => visible(line))
    .join("\n");
}
