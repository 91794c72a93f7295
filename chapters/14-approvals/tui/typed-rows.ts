import stringWidth from "string-width";
import { cleanText } from "../clean-text.ts";
import { characters } from "./characters.ts";
import { paint } from "./paint.ts";
import type { Typing } from "./typing.ts";

const PROMPT = "> ";

export type TypedRows = {
  rows: string[];
  /** What stands before it in its row. How wide that is, the terminal knows best. */
  cursor: { row: number; left: string };
};

/** What is being typed, cut to the rows around the cursor. */
export function typedRows({ before, after }: Typing, columns: number, most: number): TypedRows {
  const width = columns - PROMPT.length;
  const near = 2 * columns * most;
  const above = nearest(before, near);
  const left = wrapTyped(above, width);
  const rows = wrapTyped(above + after.slice(0, near), width);
  const row = left.length - 1;
  const first = Math.max(0, row - most + 1);
  const prompted = (text: string, place: number) =>
    (place === 0 ? paint.bold(paint.cyan(PROMPT)) : "  ") + text;
  return {
    rows: rows.map(prompted).slice(first, first + most),
    cursor: { row: row - first, left: prompted(left[row] ?? "", row) },
  };
}

/** The end of a long text, from the beginning of a line if it can be: or every row would move with each character. */
function nearest(before: string, near: number): string {
  if (before.length <= near) return before;
  const end = before.slice(-near);
  return end.slice(end.slice(0, near / 2).indexOf("\n") + 1);
}

/** The last row has room for the cursor behind it. */
function wrapTyped(text: string, width: number): string[] {
  const rows = [""];
  let used = 0;
  for (const character of characters(text)) {
    const shown = showCharacter(character);
    const wide = stringWidth(shown);
    if (shown === "\n" || used + wide > width) {
      rows.push("");
      used = 0;
    }
    if (shown === "\n") continue;
    rows.push(rows.pop() + shown);
    used += wide;
  }
  if (used === width) rows.push("");
  return rows;
}

function showCharacter(character: string): string {
  return character === "\t" ? "    " : cleanText(character);
}
