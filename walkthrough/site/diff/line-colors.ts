import type { DiffLine } from "../../../shared/course/diff/chapter-diff.ts";
import { visible } from "../../../shared/course/diff/plain-text.ts";
import { type Html, html } from "../html.ts";
import type { Line } from "./diff-data.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Turns a highlighted line, as highlight() makes it, into text and colours. New looks are added to `looks`. */
export function readColors(highlighted: string, looks: string[]): Line {
  let text = "";
  let colors = "";
  for (const [, look, inside, outside] of highlighted.matchAll(
    /<span class="([^"]*)">([^<]*)<\/span>|([^<]+)/g,
  )) {
    const piece = unescapeHtml(inside ?? outside ?? "");
    text += piece;
    colors += `${piece.length}${look === undefined ? "_" : letterOf(look, looks)}`;
  }
  return [text, colors.replace(/\d+_$/, "")];
}

/** A line's text with its colours, and a mark around the words that differ. */
export function paintLine(line: Pick<DiffLine, "text" | "marks">, colors: string, looks: string[]) {
  const pieces = piecesOf(line.text, colors, looks);
  const painted: Html[] = [];
  let done = 0;
  for (const [start, end] of line.marks ?? []) {
    painted.push(...paint(pieces, done, start));
    painted.push(html`<mark>${paint(pieces, start, end)}</mark>`);
    done = end;
  }
  return [...painted, ...paint(pieces, done, line.text.length)];
}

type Piece = { start: number; text: string; look?: string };

function piecesOf(text: string, colors: string, looks: string[]): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const [, length, letter = "_"] of colors.matchAll(/(\d+)([a-z_])/g)) {
    const end = start + Number(length);
    pieces.push({ start, text: text.slice(start, end), look: looks[LETTERS.indexOf(letter)] });
    start = end;
  }
  return [...pieces, { start, text: text.slice(start) }];
}

/** What of the pieces lies between two offsets. */
function paint(pieces: Piece[], from: number, to: number): Html[] {
  return pieces.flatMap(({ start, text, look }) => {
    const inside = text.slice(Math.max(0, from - start), Math.max(0, to - start));
    if (inside === "") return [];
    const shown = visible(inside);
    return [look === undefined ? html`${shown}` : html`<span class="${look}">${shown}</span>`];
  });
}

function letterOf(look: string, looks: string[]): string {
  if (!looks.includes(look)) looks.push(look);
  const letter = LETTERS[looks.indexOf(look)];
  if (letter === undefined) throw new Error(`Lines look in more than ${LETTERS.length} ways.`);
  return letter;
}

function unescapeHtml(text: string): string {
  return text.replace(/&#(\d+);/g, (_sign, code) => String.fromCharCode(Number(code)));
}
