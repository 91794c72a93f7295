import wrapAnsi from "wrap-ansi";
import type { Look } from "../../trace/look.ts";
import type { DiffLine, Hunk } from "./chapter-diff.ts";
import { visible } from "./plain-text.ts";

const signs = { same: " ", added: "+", removed: "-" };

/** A hunk in the unified format, its place and heading first. */
export function drawHunk(hunk: Hunk, look: Look): string[] {
  const { oldStart, oldLines, newStart, newLines, heading } = hunk;
  const place = `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`;
  const head = heading === undefined ? place : `${place} ${visible(heading)}`;
  return [look.colors.dim(cut(head, look)), ...drawLines(hunk.lines, look)];
}

export function drawLines(lines: DiffLine[], look: Look): string[] {
  return lines.flatMap((line) => {
    const rows = drawLine(line, look);
    return line.noNewline
      ? [...rows, look.colors.dim("\\ the file ends without a line end")]
      : rows;
  });
}

/** What does not fit goes on below, four columns further in than the line itself. */
function drawLine(line: DiffLine, look: Look): string[] {
  const { colors, width, wrap } = look;
  const paint = { same: String, added: colors.green, removed: colors.red }[line.kind];
  const sign = signs[line.kind];
  if (!wrap || line.text.length < width) return [paint(sign + markedText(line, look))];
  const indent = line.text.length - line.text.trimStart().length;
  const room = Math.max(20, width - indent - 5);
  const rows = wrapAnsi(markedText(line, look).trimStart(), room, { hard: true }).split("\n");
  return rows.map((row, index) => {
    return paint((index ? "     " : sign) + " ".repeat(indent) + row);
  });
}

/** The words that differ stand out without colour too. */
function markedText({ text, marks = [] }: DiffLine, { colors }: Look): string {
  let done = 0;
  let drawn = "";
  for (const [start, end] of marks) {
    drawn += visible(text.slice(done, start)) + colors.inverse(visible(text.slice(start, end)));
    done = end;
  }
  return drawn + visible(text.slice(done));
}

function cut(text: string, { width, wrap }: Look): string {
  return wrap && text.length > width ? `${text.slice(0, width - 1)}…` : text;
}
