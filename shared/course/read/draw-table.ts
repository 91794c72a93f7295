import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import type { Look } from "../../trace/look.ts";

const GAP = "  ";
/** What is longer than that is broken before a column gets too wide for the others. */
const LONG_WORD = 16;

/** The head first. In columns, or where there is no room for them, row by row with the names of the columns. */
export function drawTable([head = [], ...rows]: string[][], look: Look): string[] {
  const widths = chooseWidths([head, ...rows], look.width);
  return widths ? drawColumns({ head, rows, widths }, look) : drawRecords({ head, rows }, look);
}

/** Undefined when not even the words have room. */
function chooseWidths(rows: string[][], width: number): number[] | undefined {
  const columns = rows[0]?.map((_, index) => rows.map((row) => row[index] ?? "")) ?? [];
  const widths = columns.map((cells) => Math.max(...cells.map((cell) => stringWidth(cell))));
  const least = columns.map((cells) => Math.min(LONG_WORD, longestWord(cells)));
  const room = width - GAP.length * (columns.length - 1);
  for (let sum = sumOf(widths); sum > room; sum--) {
    const spare = widths.map((each, index) => (each > (least[index] ?? 0) ? each : 0));
    const widest = spare.indexOf(Math.max(...spare));
    if (!spare[widest]) return undefined;
    widths[widest] = spare[widest] - 1;
  }
  return widths;
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

function longestWord(cells: string[]): number {
  const words = cells.flatMap((cell) => cell.split(/\s+/));
  return Math.max(...words.map((word) => stringWidth(word)));
}

type Columns = { head: string[]; rows: string[][]; widths: number[] };

function drawColumns({ head, rows, widths }: Columns, { colors }: Look): string[] {
  const drawn = rows.map((row) => drawRow(row, widths));
  const isTall = drawn.some((lines) => lines.length > 1);
  const body = drawn.flatMap((lines, index) => (isTall && index > 0 ? ["", ...lines] : lines));
  const rule = widths.map((width) => "─".repeat(width)).join(GAP);
  return [...drawRow(head.map(colors.bold), widths), colors.dim(rule), ...body];
}

function drawRow(cells: string[], widths: number[]): string[] {
  const wrapped = widths.map((width, index) => wrapRows(cells[index] ?? "", width));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, place) =>
    widths
      .map((width, index) => pad(wrapped[index]?.[place] ?? "", width))
      .join(GAP)
      .trimEnd(),
  );
}

function drawRecords(
  { head, rows }: { head: string[]; rows: string[][] },
  { colors, width }: Look,
): string[] {
  return rows.flatMap(([name = "", ...cells], index) => [
    ...(index === 0 ? [] : [""]),
    ...wrapRows(colors.bold(name), width),
    ...cells.flatMap((cell, place) => {
      if (cell === "" || cell === "–") return [];
      const rows = wrapRows(`${colors.dim(`${head[place + 1]}:`)} ${cell}`, width - 4);
      return rows.map((row, line) => (line === 0 ? "  " : "    ") + row);
    }),
  ]);
}

function wrapRows(text: string, width: number): string[] {
  return wrapAnsi(text, Math.max(1, width), { hard: true }).split("\n");
}

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - stringWidth(text)));
}
