import wrapAnsi from "wrap-ansi";
import type { Look } from "../../trace/look.ts";
import { visible } from "../diff/plain-text.ts";
import type { Difference } from "./first-difference.ts";

const BEFORE = 4;
const AFTER = 5;
const MOST_ROWS = 4;

/** Both sides around the first difference, `width` columns wide at most. */
export function sideBySide(
  { expected, actual, index }: Difference,
  { colors, width }: Look,
): string[] {
  const column = Math.floor((Math.min(width, 120) - 7) / 2);
  const row = (mark: string, left: string, right: string) =>
    `${mark.padStart(5)} ${left.padEnd(column)} ${right}`.trimEnd();
  const rows = [colors.dim(row("", "expected", "your code"))];
  const from = Math.max(0, index - BEFORE);
  if (from > 0) rows.push(colors.dim(row("…", "", "")));
  const end = Math.max(expected.length, actual.length);
  const to = Math.min(end, index + AFTER);
  for (let place = from; place < to; place++) {
    const left = cell(expected[place], column, "(nothing more)", place === expected.length);
    const right = cell(actual[place], column, "(nothing more)", place === actual.length);
    const mark = place === index ? `▸${place + 1}` : `${place + 1}`;
    for (let line = 0; line < Math.max(left.length, right.length); line++) {
      const text = row(line ? "" : mark, left[line] ?? "", right[line] ?? "");
      rows.push(place === index ? colors.bold(text) : text);
    }
  }
  if (to < end) rows.push(colors.dim(row("…", "", "")));
  return rows;
}

function cell(row: string | undefined, width: number, nothing: string, isEnd: boolean): string[] {
  if (row === undefined) return isEnd ? [nothing] : [];
  const wrapped = wrapAnsi(visible(row.replaceAll("\n", "⏎")), width, { hard: true, trim: false });
  // a space at which a row was broken
  const lines = wrapped
    .split("\n")
    .map((line, index) => (index > 0 ? line.replace(/^ /, "") : line));
  if (lines.length <= MOST_ROWS) return lines;
  return [...lines.slice(0, MOST_ROWS - 1), `${lines[MOST_ROWS - 1]?.slice(0, width - 1)}…`];
}
