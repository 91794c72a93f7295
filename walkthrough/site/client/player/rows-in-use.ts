import type { Screen } from "../../recording/recording.ts";

type Row = Screen["rows"][number];

/** The rows of a window: those above its widest empty space, how high that is, and those below. */
export type RowsInUse = {
  above: Row[];
  space: number;
  below: Row[];
};

/** Below what was printed, so many empty rows are kept. */
const MOST_BELOW = 2;

/** Where a window is drawn in little room, it is the empty space that gives way. */
export function rowsInUse(rows: Row[]): RowsInUse {
  const last = rows.findLastIndex((row) => !isEmpty(row));
  const used = rows.slice(0, last + 1 + MOST_BELOW);
  let [from, to] = [0, 0];
  for (let start = 0; start <= last; start++) {
    let end = start;
    while (end <= last && isEmpty(used[end])) end++;
    if (end - start > to - from) [from, to] = [start, end];
    start = end;
  }
  if (to - from < 2) return { above: used, space: 0, below: [] };
  return { above: used.slice(0, from), space: to - from, below: used.slice(to) };
}

/** How many rows a window has when its space has given way. */
export function leastRows({ above, space, below }: RowsInUse): number {
  return above.length + Math.min(space, 1) + below.length;
}

function isEmpty(row: Row | undefined): boolean {
  return row?.every(({ text }) => text.trim() === "") ?? true;
}
