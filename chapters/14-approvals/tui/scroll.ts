import type { Entry, Transcript } from "../state/tui-state.ts";
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
  const from = gaze ? gaze.up + addedLines(gaze, transcript, linesOf) : 0;
  // no more is laid out than the move needs: a limit only near the first line
  const highest = newestLines(transcript, from + by + height, linesOf).length - height;
  const up = Math.min(from + by, highest);
  return up > 0 ? { transcript, up, seen: gaze?.seen ?? transcript } : undefined;
}

/** What two transcripts have in common is the same list: only what differs is counted. */
function addedLines(before: Place, after: Transcript, linesOf: LinesOf): number {
  let added = 0;
  for (const item of after.open) added += linesOf(item).length;
  let entry: Entry | undefined = after.settled;
  for (; entry && entry !== before.transcript.settled; entry = entry.before)
    added += linesOf(entry.item).length;
  return added - stillCounted(before, after, linesOf);
}

/** Thoughts that stood above the place have left without moving it. */
function stillCounted({ transcript, up }: Place, after: Transcript, linesOf: LinesOf): number {
  let lines = 0;
  for (const item of transcript.open.toReversed()) {
    const hasLeft = item.kind === "reasoning" && !after.open.includes(item);
    if (!hasLeft || lines < up) lines += linesOf(item).length;
  }
  return lines;
}
