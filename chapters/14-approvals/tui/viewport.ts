import { newestFirst } from "../state/transcript-items.ts";
import type { Item, Transcript } from "../state/tui-state.ts";

/** The lines of an item, in a window of a certain width. */
export type LinesOf = (item: Item) => readonly string[];

/** So many lines above the end of a transcript. */
export type Place = {
  transcript: Transcript;
  up: number;
};

/** The lines that a window shows there. Walks from the newest item to the upper edge, and no further. */
export function viewport({ transcript, up }: Place, height: number, linesOf: LinesOf): string[] {
  const lines = newestLines(transcript, up + height, linesOf);
  // a window that has grown may reach above the first line
  const end = Math.max(lines.length - up, Math.min(height, lines.length));
  return lines.slice(Math.max(0, end - height), end);
}

/** The last `count` lines, in order; all of them if there are not so many. */
export function newestLines(transcript: Transcript, count: number, linesOf: LinesOf): string[] {
  const items: (readonly string[])[] = [];
  let found = 0;
  for (const item of newestFirst(transcript)) {
    if (found >= count) break;
    // of an answer of a thousand lines, those that are wanted
    const lines = linesOf(item).slice(found - count);
    found += lines.length;
    items.push(lines);
  }
  return items.reverse().flat();
}
