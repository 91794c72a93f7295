import type { DiffLine, Hunk } from "../../../shared/course/diff/chapter-diff.ts";
import { pairLines } from "../../../shared/course/diff/pair-lines.ts";
import { visible } from "../../../shared/course/diff/plain-text.ts";
import { findRuns, type Run } from "../../../shared/course/diff/settle-runs.ts";
import { type Html, html, trusted } from "../html.ts";
import type { Line } from "./diff-data.ts";
import { paintLine } from "./line-colors.ts";

/** Both sides of a file, in full and with colours. */
export type Painted = { old: Line[]; now: Line[]; looks: string[] };

/** A hunk of a file that is on both sides: one column, or two where there is room. */
export function drawHunk(hunk: Hunk, painted: Painted): Html {
  const { oldStart, oldLines, newStart, newLines, heading } = hunk;
  const place = `${rangeOf(oldStart, oldLines)} → ${rangeOf(newStart, newLines)}`;
  const around = heading !== undefined && html` <code>${visible(heading)}</code>`;
  return html`<div class="hunk" data-hunk="-${oldStart},${oldLines} +${newStart},${newLines}">
<p class="place"><span>${place}</span>${around}</p>
<div class="lines two">${drawSides(hunk, painted)}</div>
</div>`;
}

/** Lines that only one side has, in one column. */
export function drawColumn(lines: DiffLine[], painted: Painted, first = 1): Html {
  const drawn = lines.map((line, index) => drawLine(line, first + index, painted));
  return html`<div class="lines">${drawn}</div>`;
}

function rangeOf(start: number, count: number): string {
  return count > 1 ? `${start}–${start + count - 1}` : String(start);
}

/** In the order of one column. The rows are those of two: what became what stands side by side. */
function drawSides(hunk: Hunk, painted: Painted): Html[] {
  const rows = rowsOf(hunk.lines);
  let { oldStart: old, newStart: now } = hunk;
  return hunk.lines.flatMap((line, index) => {
    const row = rows[index];
    if (line.kind === "removed") return [drawLine(line, old++, painted, row)];
    if (line.kind === "added") return [drawLine(line, now++, painted, row)];
    const twin = drawTwin(line, old++, painted, row);
    return [twin, drawLine(line, now++, painted, row)];
  });
}

/** For each line its row, from 1, when old and new lines stand side by side. */
export function rowsOf(lines: DiffLine[]): number[] {
  const rows: number[] = [];
  const runs = findRuns(lines);
  let row = 1;
  for (let index = 0; index < lines.length; index++) {
    const run = runs.find(({ start }) => start === index);
    if (!run) {
      rows[index] = row++;
      continue;
    }
    row = placeRun(lines, run, row, rows);
    index = run.end - 1;
  }
  return rows;
}

/** Returns the row below the run. */
function placeRun(lines: DiffLine[], run: Run, first: number, rows: number[]): number {
  const indexes = Array.from({ length: run.end - run.start }, (_each, at) => run.start + at);
  const removed = indexes.filter((index) => lines[index]?.kind === "removed");
  const added = indexes.filter((index) => lines[index]?.kind === "added");
  const textAt = (index: number) => lines[index]?.text ?? "";
  const pairs = pairLines(removed.map(textAt), added.map(textAt));
  let [row, left, right] = [first, 0, 0];
  for (const [oldEnd, nowEnd] of [...pairs, [removed.length, added.length] as const]) {
    const olds = removed.slice(left, oldEnd);
    const nows = added.slice(right, nowEnd);
    for (const [at, index] of olds.entries()) rows[index] = row + at;
    for (const [at, index] of nows.entries()) rows[index] = row + at;
    row += Math.max(olds.length, nows.length);
    for (const index of [removed[oldEnd], added[nowEnd]])
      if (index !== undefined) rows[index] = row;
    [row, left, right] = [row + 1, oldEnd + 1, nowEnd + 1];
  }
  // behind the last lines there is no pair
  return row - 1;
}

const elements = { same: "span", added: "ins", removed: "del" };

function drawLine(line: DiffLine, number: number, painted: Painted, row?: number): Html {
  const colors = colorsOf(line, number, painted);
  const tag = trusted(elements[line.kind]);
  const code = codeOf(line, colors, painted);
  const end = line.noNewline && html`<small>the file ends without a line end</small>`;
  return html`<${tag} class="line" data-n="${number}"${placeOf(line, row)}>${code}${end}</${tag}>`;
}

/** The left one of a line that stands on both sides: it is there in two columns only. */
function drawTwin(line: DiffLine, number: number, painted: Painted, row?: number): Html {
  const code = codeOf(line, painted.old[number - 1]?.[1] ?? "", painted);
  return html`<span class="line twin" aria-hidden="true" data-n="${number}"${placeOf(line, row)}>${code}</span>`;
}

/** An empty line is copied as one, too. */
function codeOf(line: DiffLine, colors: string, { looks }: Painted): Html[] {
  return line.text === "" ? [html`<br>`] : paintLine(line, colors, looks);
}

function colorsOf({ kind }: DiffLine, number: number, { old, now }: Painted): string {
  return (kind === "removed" ? old : now)[number - 1]?.[1] ?? "";
}

/** Its row, and how far in it begins, so that what does not fit goes on below it. */
function placeOf({ text }: DiffLine, row: number | undefined): Html {
  const indent = text.length - text.trimStart().length;
  const styles = [...(row ? [`--row:${row}`] : []), ...(indent ? [`--in:${indent}`] : [])];
  return styles.length > 0 ? html` style="${styles.join(";")}"` : html``;
}
