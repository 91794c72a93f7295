import { escapeXml } from "./escape-xml.ts";
import { palette } from "./palette.ts";
import type { Cell } from "./window.ts";

type Placed = Cell & { column: number };

/**
 * A row of a window as one <text>, or none when it is blank. Every character has a place of its own: so it
 * stands in its column with any font, also behind one that is wider there.
 */
export function drawRow(row: Cell[], y: number, leftOf: (column: number) => number): string[] {
  const spans = runsOf(withoutGaps(inColumns(row))).map((run) => {
    const places = run.map(({ column }) => leftOf(column)).join(" ");
    const text = run.map((cell) => escapeXml(cell.text)).join("");
    return `<tspan x="${places}"${lookOf(run[0])}>${text}</tspan>`;
  });
  return spans.length === 0 ? [] : [`<text y="${y}">${spans.join("")}</text>`];
}

function inColumns(row: Cell[]): Placed[] {
  let end = 0;
  return row.map((cell) => {
    const column = end;
    end += cell.width;
    return { ...cell, column };
  });
}

/** Only single blanks between words are left: of several in a row, some viewers keep no more than one. */
function withoutGaps(cells: Placed[]): Placed[] {
  const isInk = (cell: Placed | undefined) => cell !== undefined && cell.text !== " ";
  return cells.filter((cell, place) => {
    return isInk(cell) || (isInk(cells[place - 1]) && isInk(cells[place + 1]));
  });
}

/** Neighbours that look alike. */
function runsOf(cells: Placed[]): Placed[][] {
  const runs: Placed[][] = [];
  for (const cell of cells) {
    const run = runs.at(-1);
    if (run && goesOn(run.at(-1), cell)) run.push(cell);
    else runs.push([cell]);
  }
  return runs;
}

/** What is made of several code units is left alone: how many places it takes, viewers do not agree on. */
function goesOn(last: Placed | undefined, cell: Placed): boolean {
  return (
    last?.text.length === 1 &&
    cell.text.length === 1 &&
    last.column + last.width === cell.column &&
    lookOf(last) === lookOf(cell)
  );
}

function lookOf({ color, bold, underline }: Partial<Cell> = {}): string {
  return [
    color === undefined ? "" : ` fill="${palette[color]}"`,
    bold ? ' font-weight="bold"' : "",
    underline ? ' text-decoration="underline"' : "",
  ].join("");
}
