import { diffWordsWithSpace } from "diff";
import type { DiffLine } from "./chapter-diff.ts";
import { pairLines } from "./pair-lines.ts";
import { findRuns } from "./settle-runs.ts";

type Marks = NonNullable<DiffLine["marks"]>;

/** Adds to changed lines what in them is different, where a removed line has become an added one. */
export function markWords(lines: DiffLine[]): DiffLine[] {
  const marked = [...lines];
  for (const { start, end } of findRuns(lines)) {
    const indexes = Array.from({ length: end - start }, (_each, offset) => start + offset);
    const removed = indexes.filter((index) => lines[index]?.kind === "removed");
    const added = indexes.filter((index) => lines[index]?.kind === "added");
    const textAt = (index: number) => lines[index]?.text ?? "";
    for (const [left, right] of pairLines(removed.map(textAt), added.map(textAt))) {
      const [old = 0, now = 0] = [removed[left], added[right]];
      const [oldMarks, nowMarks] = compareWords(textAt(old), textAt(now));
      addMarks(marked, old, oldMarks);
      addMarks(marked, now, nowMarks);
    }
  }
  return marked;
}

function addMarks(lines: DiffLine[], index: number, marks: Marks): void {
  const line = lines[index];
  if (line && marks.length > 0) lines[index] = { ...line, marks };
}

function compareWords(before: string, after: string): [Marks, Marks] {
  const old: Marks = [];
  const now: Marks = [];
  let [oldAt, nowAt] = [0, 0];
  for (const { value, added, removed } of diffWordsWithSpace(before, after)) {
    if (removed) old.push([oldAt, oldAt + value.length]);
    if (added) now.push([nowAt, nowAt + value.length]);
    if (!added) oldAt += value.length;
    if (!removed) nowAt += value.length;
  }
  return [tidy(old, before), tidy(now, after)];
}

/** Marks that only a space parts become one. None begins or ends with a space, so indentation has none. */
function tidy(marks: Marks, text: string): Marks {
  const joined: Marks = [];
  for (const [start, end] of marks) {
    const last = joined.at(-1);
    if (last && text.slice(last[1], start).trim() === "") last[1] = end;
    else joined.push([start, end]);
  }
  return joined.flatMap(([start, end]): Marks => {
    const inner = text.slice(start, end);
    if (inner.trim() === "") return [];
    return [[end - inner.trimStart().length, start + inner.trimEnd().length]];
  });
}
