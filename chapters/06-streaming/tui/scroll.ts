import type { Entry, Item, Transcript } from "../state/tui-state.ts";
import { type LinesOf, newestLines, type Place } from "./viewport.ts";

/** Where the user looks while scrolled up, in the transcript as it was then: what comes later moves nothing. */
export type Gaze = Place & {
  /** The transcript whose end was seen. What is newer has not been seen yet. */
  seen: Transcript;
};

export type Window = {
  /** As it is now. */
  transcript: Transcript;
  height: number;
  linesOf: LinesOf;
};

/**
 * Moves by lines, up when `by` is positive, on from where the user looks, whatever has come below in the
 * meantime. Back at the end there is no gaze: the newest lines are shown as they come.
 */
export function scroll(gaze: Gaze | undefined, by: number, window: Window): Gaze | undefined {
  const { transcript, height, linesOf } = window;
  const from = gaze ? gaze.up + addedLines(gaze.transcript, transcript, linesOf) : 0;
  // no more is laid out than the move needs: a limit only near the first line
  const highest = newestLines(transcript, from + by + height, linesOf).length - height;
  const up = Math.min(from + by, highest);
  return up > 0 ? { transcript, up, seen: gaze?.seen ?? transcript } : undefined;
}

/** What two transcripts have in common is the same list: only what differs is counted. */
function addedLines(before: Transcript, after: Transcript, linesOf: LinesOf): number {
  const count = (items: readonly Item[]) =>
    items.reduce((lines, item) => lines + linesOf(item).length, 0);
  let added = count(after.open) - count(before.open);
  let entry: Entry | undefined = after.settled;
  for (; entry && entry !== before.settled; entry = entry.before)
    added += linesOf(entry.item).length;
  return added;
}
