import { cleanText } from "../clean-text.ts";
import { type AnswerLines, plainAnswer } from "./item-lines.ts";
import { apart, drawBlocks, LONGEST, markdownAnswer, readBlocks } from "./markdown.ts";

/** As workOf counts: more takes too long to be drawn again for each frame. */
const LONG = 4096;

/** A draft in a window of a certain width. */
type Growth = {
  text: string;
  columns: number;
  /** Of the blocks that are finished. */
  lines: string[];
  /** The open block, fit for a terminal, as far as its lines are whole. */
  open: string;
  /** The line that is not whole, as it came: what follows may belong to a sequence that begins in it. */
  line: string;
  /** Of a long open block: the rows that stay as they are, and the text below them. */
  rows: string[];
  rest: string;
};

/**
 * Markdown that grows: a finished block is drawn once, and only the open one again. `draft` draws what is there of an
 * answer; a long open block is shown as it was written until it is finished. `whole` draws the answer in the end, as
 * markdownAnswer does; where it was the draft before, only its last block.
 */
export function growingMarkdown(): { draft: AnswerLines; whole: AnswerLines } {
  let growth = begin(0);
  return {
    draft(text, columns) {
      const goesOn = columns === growth.columns && text.startsWith(growth.text);
      if (!goesOn || isTooLong(text) !== isTooLong(growth.text)) growth = begin(columns);
      add(growth, text.slice(growth.text.length));
      const open = growth.open + cleanText(growth.line);
      const isLong = isTooLong(text) || workOf(open) > LONG;
      return apart([growth.lines, isLong ? drawLong(growth) : draw(open, columns)]);
    },
    whole(text, columns) {
      const isKnown = columns === growth.columns && text === growth.text;
      if (!isKnown || isTooLong(text) || mayDefineLinks(text)) return markdownAnswer(text, columns);
      return apart([growth.lines, draw(growth.open + cleanText(growth.line), columns)]);
    },
  };
}

function begin(columns: number): Growth {
  return { text: "", columns, lines: [], open: "", line: "", rows: [], rest: "" };
}

/** Then all of it is shown as it was written, as markdownAnswer does. */
function isTooLong(text: string): boolean {
  return text.length > LONGEST;
}

/** A link may be defined behind its use: then the blocks depend on each other. */
function mayDefineLinks(text: string): boolean {
  return text.includes("]:");
}

/** UTF-16 units, and those that are not ASCII eight times: to measure how wide they are takes long. */
function workOf(text: string): number {
  return text.length + 7 * (text.match(/[^\n -~]/g)?.length ?? 0);
}

function draw(text: string, columns: number): string[] {
  return apart(drawBlocks(readBlocks(text), columns));
}

function add(growth: Growth, more: string): void {
  growth.text += more;
  growth.line += more;
  const end = growth.line.lastIndexOf("\n") + 1;
  const isLong = workOf(growth.line) > LONG / 4;
  const added = cleanText(isLong ? growth.line : growth.line.slice(0, end));
  growth.line = isLong ? "" : growth.line.slice(end);
  growth.open += added;
  growth.rest += added;
  const hasEmptyLine = /\n *\n/.test(growth.open.slice(-added.length - 100));
  if (end > 0 && hasEmptyLine && !isTooLong(growth.text)) finishBlocks(growth);
}

/** Up to the last block that begins behind an empty line: nothing that follows changes what is before it. */
function finishBlocks(growth: Growth): void {
  let end = 0;
  let length = 0;
  for (const { type, raw } of readBlocks(growth.open)) {
    const before = growth.open.slice(Math.max(0, length - 100), length);
    if (type !== "space" && /\n *\n$/.test(before)) end = length;
    length += raw.length;
  }
  // what marked has replaced can't be found again
  if (length !== growth.open.length) return;
  growth.lines = apart([growth.lines, draw(growth.open.slice(0, end), growth.columns)]);
  growth.open = growth.open.slice(end);
  growth.rest = growth.open;
  growth.rows = [];
}

/** As it was written. What stands above the last row stays as it is. */
function drawLong(growth: Growth): string[] {
  const { columns } = growth;
  if (workOf(growth.rest) > LONG / 4) {
    const end = growth.rest.lastIndexOf("\n") + 1;
    const rows = plainAnswer(end > 0 ? growth.rest.slice(0, end) : growth.rest, columns);
    // the row goes on, and the space at its end is not in it
    const space = end > 0 ? "" : (/ $/.exec(growth.rest)?.[0] ?? "");
    growth.rest = end > 0 ? growth.rest.slice(end) : rows.pop() + space;
    growth.rows = growth.rows.concat(rows);
  }
  const last = growth.rest + cleanText(growth.line);
  return last === "" ? growth.rows : growth.rows.concat(plainAnswer(last, columns));
}
