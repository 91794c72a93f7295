import type { Token } from "marked";
import { cleanText } from "../clean-text.ts";
import { cutBlock, isLong, readOpen, workOf } from "./growing-block.ts";
import { allLines, beginGrowth, behind, blockLines, copyLinks, type Growth } from "./growth.ts";
import { type AnswerLines, plainAnswer } from "./item-lines.ts";
import { apart, drawBlocks, LONGEST, readBlocks } from "./markdown.ts";
import { redrawLinks } from "./redraw-links.ts";

/** As workOf counts. A block that was cut is drawn once more when it has ended, unless it is longer. */
const REDRAWN = 8 * 1024;

/** As workOf counts. Of less only what stands before an empty line is finished, and nothing is cut. */
const LITTLE = 1024;
const EMPTY_LINE = /\n *\n/;

/**
 * The lines of an answer that grows, as markdownAnswer draws it: of a text that begins with the one before,
 * only the open block is read again. A long open block is drawn in pieces. Never throws.
 */
export function growingMarkdown(): AnswerLines {
  let growth = beginGrowth(0);
  return (text, columns) => {
    // compared as a whole: startsWith takes ten times as long
    const isMore = text.slice(0, growth.text.length) === growth.text;
    if (columns !== growth.columns || !isMore) growth = beginGrowth(columns);
    const more = text.slice(growth.text.length);
    if (more === "") return growth.shown;
    growth.text = text;
    const isNewLine = clean(growth, more);
    growth.shown = more.length > LONGEST ? showAsWritten(growth) : show(growth, isNewLine);
    return growth.shown;
  };
}

/** Only what is new, unless it may end in the middle of what a terminal would obey. */
function clean(growth: Growth, more: string): boolean {
  const text = growth.uncleaned + more;
  const cleaned = cleanText(text);
  const isCut = /[\r\ud800-\udbff]$/.test(text) || cleanText(`${text}xx`) !== `${cleaned}xx`;
  growth.uncleaned = isCut ? text : "";
  if (isCut) return false;
  growth.block += cleaned;
  growth.open += cleaned;
  return cleaned.includes("\n");
}

function show(growth: Growth, isNewLine: boolean): string[] {
  const end = growth.open.lastIndexOf("\n") + 1;
  const lines = growth.open.slice(0, end);
  if (isLong(growth.open.slice(end), growth.goingOn)) settle(growth, growth.open);
  else if (isNewLine && (workOf(lines) > LITTLE || EMPTY_LINE.test(lines))) settle(growth, lines);
  const links = copyLinks(growth.links);
  const blocks = readOpen(growth.open + cleanText(growth.uncleaned), growth.goingOn, links);
  redrawLinks(growth, links);
  return allLines(growth, apart(drawBlocks(blocks, growth.columns)));
}

/** So much text at once is shown as it was written, like markdownAnswer does. */
function showAsWritten(growth: Growth): string[] {
  const rows = plainAnswer(growth.open + growth.uncleaned, growth.columns);
  const shown = allLines(growth, rows);
  growth.cutLines = growth.cutLines.concat(rows.slice(0, -1));
  growth.goingOn = { type: "unread" };
  growth.open = (rows.at(-1) ?? "") + (/\s*$/.exec(growth.open)?.[0] ?? "");
  return shown;
}

/** A line that has not ended may still become anything: what is finished shows in whole lines, or in long ones. */
function settle(growth: Growth, text: string): void {
  const { goingOn, columns } = growth;
  const blocks = readOpen(text, goingOn, copyLinks(growth.links));
  const place = startOfLast(blocks, workOf(text) > LITTLE);
  finish(growth, blocks.slice(0, place));
  const block = blocks.slice(place).find(({ type }) => type !== "space");
  const open = { text: growth.open, goingOn: growth.goingOn };
  const cut = block && cutBlock(block, open, columns);
  if (!cut) return;
  growth.cutLines = blockLines(growth, cut.lines);
  growth.goingOn = cut.goingOn;
  growth.open = cut.rest;
}

/** Behind an empty line no line belongs to a block before it, if marked began a new one there. */
function startOfLast(blocks: Token[], isAnywhere: boolean): number {
  let start = 0;
  let before = "";
  blocks.forEach(({ type, raw }, place) => {
    if (type !== "space" && (isAnywhere || /\n *\n$/.test(before))) start = place;
    before = (before + raw).slice(-200);
  });
  return start;
}

function finish(growth: Growth, blocks: Token[]): void {
  const raw = blocks.map((block) => block.raw).join("");
  if (raw === "" || !growth.open.startsWith(raw)) return;
  growth.open = growth.open.slice(raw.length);
  const whole = growth.block.slice(0, growth.block.length - growth.open.length);
  growth.block = growth.open;
  const parts = growth.goingOn ? [endOfCut(growth, whole, blocks)] : drawParts(growth, blocks);
  growth.finished.push(...parts);
  growth.lines = behind(growth.lines, apart(parts.map(({ lines }) => lines)));
  if (whole.includes("]:")) readBlocks(whole, growth.links);
  growth.cutLines = [];
  growth.goingOn = undefined;
}

function drawParts({ columns }: Growth, blocks: Token[]): Growth["finished"] {
  return blocks.map((block) => ({ raw: block.raw, lines: drawBlocks([block], columns).flat() }));
}

/** A block that was cut is drawn once more, in one piece. */
function endOfCut(growth: Growth, whole: string, blocks: Token[]): Growth["finished"][number] {
  const { columns, links } = growth;
  if (workOf(whole) > REDRAWN) {
    return { raw: "", lines: blockLines(growth, apart(drawBlocks(blocks, columns))) };
  }
  return { raw: whole, lines: apart(drawBlocks(readBlocks(whole, copyLinks(links)), columns)) };
}
