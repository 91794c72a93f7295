import { diffArrays } from "diff";
import type { DiffLine } from "./chapter-diff.ts";
import { rareLines } from "./rare-lines.ts";
import { settleRuns } from "./settle-runs.ts";
import type { Line } from "./split-lines.ts";

/** Both files as one list: what stayed, what went, what came. Line ends make no difference. */
export function compareLines(before: Line[], after: Line[]): DiffLine[] {
  const { removed, added } = findChanges(before.map(key), after.map(key));
  const lines: DiffLine[] = [];
  let next = 0;
  const takeAdded = () => {
    for (; added[next]; next++) lines.push(diffLine("added", after[next]));
  };
  for (const [index, line] of before.entries()) {
    if (removed[index]) {
      lines.push(diffLine("removed", line));
      continue;
    }
    takeAdded();
    next++;
    lines.push(diffLine("same", line));
  }
  takeAdded();
  return settleRuns(lines);
}

/** As `git diff --numstat` counts. */
export function countChanges(before: Line[], after: Line[]): { added: number; removed: number } {
  const { removed, added } = findChanges(before.map(key), after.map(key));
  return { added: added.filter(Boolean).length, removed: removed.filter(Boolean).length };
}

/** For each line of each side whether it has no counterpart. */
function findChanges(before: string[], after: string[]): { removed: boolean[]; added: boolean[] } {
  const worth = rareLines(before, after);
  const removed = worth.before.map((isWorth) => !isWorth);
  const added = worth.after.map((isWorth) => !isWorth);
  const old = indexesOf(worth.before);
  const now = indexesOf(worth.after);
  let [nextOld, nextNow] = [0, 0];
  for (const part of diffArrays(linesAt(before, old), linesAt(after, now))) {
    for (let count = 0; count < part.count; count++) {
      if (!part.added) removed[old[nextOld++] ?? 0] = part.removed;
      if (!part.removed) added[now[nextNow++] ?? 0] = part.added;
    }
  }
  return { removed, added };
}

function key(line: Line): string {
  return line.ended ? line.text : `${line.text}\n`;
}

function indexesOf(flags: boolean[]): number[] {
  return flags.flatMap((flag, index) => (flag ? [index] : []));
}

function linesAt(lines: string[], indexes: number[]): string[] {
  return indexes.map((index) => lines[index] ?? "");
}

function diffLine(kind: DiffLine["kind"], line: Line | undefined): DiffLine {
  const text = line?.text ?? "";
  return line?.ended === false ? { kind, text, noNewline: true } : { kind, text };
}
