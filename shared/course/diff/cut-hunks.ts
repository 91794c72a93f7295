import type { DiffLine, Hunk } from "./chapter-diff.ts";
import { findEnclosing } from "./find-enclosing.ts";
import { findRuns, type Run } from "./settle-runs.ts";

const CONTEXT = 3;
/** How far above its context a hunk begins when a declaration opens there. */
const REACH = 6;
/** As many lines are shown rather than left out between two hunks. */
const GAP = 2;

/** The changed lines with what stands around them: three lines, and the head of the declaration. */
export function cutHunks(lines: DiffLine[]): Hunk[] {
  const places: Run[] = [];
  for (const run of findRuns(lines)) {
    const start = startOf(lines, run.start);
    const end = Math.min(lines.length, run.end + CONTEXT);
    const last = places.at(-1);
    if (last && start <= last.end + GAP) last.end = end;
    else places.push({ start, end });
  }
  return places.map((place) => toHunk(lines, place));
}

function startOf(lines: DiffLine[], changed: number): number {
  const start = Math.max(0, changed - CONTEXT);
  const head = findEnclosing(lines, changed);
  return head !== undefined && head < start && head >= start - REACH ? head : start;
}

function toHunk(lines: DiffLine[], { start, end }: Run): Hunk {
  const above = countSides(lines.slice(0, start));
  const inside = countSides(lines.slice(start, end));
  const changed = lines.findIndex(({ kind }, index) => index >= start && kind !== "same");
  const head = findEnclosing(lines, changed);
  const heading = head !== undefined && head < start ? lines[head]?.text.trim() : undefined;
  return {
    oldStart: inside.old ? above.old + 1 : above.old,
    oldLines: inside.old,
    newStart: inside.now ? above.now + 1 : above.now,
    newLines: inside.now,
    ...(heading !== undefined && { heading }),
    lines: lines.slice(start, end),
  };
}

function countSides(lines: DiffLine[]): { old: number; now: number } {
  return {
    old: lines.filter(({ kind }) => kind !== "added").length,
    now: lines.filter(({ kind }) => kind !== "removed").length,
  };
}
