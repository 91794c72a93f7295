import wrapAnsi from "wrap-ansi";

/** A list's sign or the spaces before a line: what goes on below it begins under its text. */
const LEAD = /^ *(?:(?:[-*+•]|\d{1,4}[.)]) +)?/;

/** In UTF-16 units. wrap-ansi takes four times as long for a line that is twice as long as this. */
const LONGEST = 4096;

/** wrap-ansi measures a mark by itself, and a terminal draws it over the space before it. */
const MARKED_SPACE = / (?=\p{M})/gu;

/** Between words where it can be, in rows that are no wider than the window. */
export function wrapWords(line: string, columns: number): string[] {
  const lead = (LEAD.exec(line)?.[0] ?? "").slice(0, Math.floor(columns / 2));
  const rows = wrapLine(line.slice(lead.length), columns - lead.length);
  return rows.map((row, place) => (place === 0 ? lead : " ".repeat(lead.length)) + row);
}

/** Wherever the window ends: every space stays where it is. */
export function wrapHard(line: string, columns: number): string[] {
  return wrapOnce(line, columns, { wordWrap: false, trim: false });
}

/** Of very much text a line is not measured: no character below U+1100 is wider than one column, and none than two. */
export function cutLine(line: string, columns: number): string[] {
  if (/^[ -~]*$/.test(line)) return wrapWords(line, columns);
  const isNarrow = /^[ -\u10ff]*$/.test(line);
  const most = isNarrow ? columns : Math.floor(columns / 2);
  return line.match(new RegExp(`.{1,${most}}`, "gu")) ?? [""];
}

export function isTooLong(line: string): boolean {
  return line.length > LONGEST;
}

/** A long one is wrapped piece by piece, unless it has colours: they must not be cut. */
function wrapLine(line: string, columns: number): string[] {
  if (!isTooLong(line) || line.includes("\x1b")) return wrapOnce(line, columns);
  const rows: string[] = [];
  // before a space where there is one; the last row of a piece goes on in the next
  for (const [piece] of line.matchAll(/.{1,1000}(?= |$)|.{1,1000}/gu)) {
    rows.push(...wrapOnce((rows.pop() ?? "") + piece, columns));
  }
  return rows;
}

function wrapOnce(line: string, columns: number, options = {}): string[] {
  const marked = line.replace(MARKED_SPACE, "\u00a0");
  return wrapAnsi(marked, columns, { hard: true, ...options }).split("\n");
}
