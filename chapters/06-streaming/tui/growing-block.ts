import type { Token, Tokens } from "marked";
import { plainAnswer } from "./item-lines.ts";
import { drawBlocks, type Links, readBlocks } from "./markdown.ts";

/** How the rest of a block goes on that was cut: as code behind its first line, as a list, or as it was written. */
export type GoingOn =
  | { type: "code"; fence: string; lang: string }
  | { type: "list"; start: number; loose: boolean }
  | { type: "unread" };

type Open = { text: string; goingOn?: GoingOn };
type Cut = { lines: string[]; rest: string; goingOn: GoingOn };

/** As workOf counts, of an open block: more takes too long, once for each frame. */
const MUCH = 4096;
const most: Record<string, number> = { table: 2048, code: 1024, list: 1024, unread: 256 };

/** The line that begins a fence, and the fence. */
const FENCE = /^ {0,3}(`{3,}|~{3,}).*\n/;

/** Where a row begins like an item, what is wrapped behind it would stand below its text. */
const LIKE_AN_ITEM = /^ *(?:[-*+•]|\d{1,4}[.)]) /;

/** UTF-16 units, and those that are not ASCII eight times: to measure how wide they are takes long. */
export function workOf(text: string): number {
  return text.length + 7 * (text.match(/[^\n -~]/g)?.length ?? 0);
}

/** A line that is so long is cut before it has ended. */
export function isLong(line: string, goingOn?: GoingOn): boolean {
  const limit = goingOn && goingOn.type !== "list" ? most[goingOn.type] : MUCH;
  return workOf(line) > (limit ?? MUCH);
}

/** Together the blocks are the whole text. The links that it defines are added. */
export function readOpen(text: string, goingOn: GoingOn | undefined, links: Links): Token[] {
  if (text === "" || goingOn === undefined) return readBlocks(text, links);
  if (goingOn.type === "unread") {
    const raw = /^[\s\S]*?\n *\n/.exec(text)?.[0] ?? text;
    return [{ type: "unread", raw }, ...readBlocks(text.slice(raw.length), links)];
  }
  const fence = goingOn.type === "code" ? goingOn.fence : "";
  const [first, ...others] = readBlocks(fence + text, links);
  return first ? [goOn(first, goingOn), ...others] : [];
}

function goOn(block: Token, goingOn: GoingOn): Token {
  if (goingOn.type === "code") {
    const lang = isClosed(block.raw) ? goingOn.lang : "";
    return { ...block, raw: block.raw.slice(goingOn.fence.length), lang };
  }
  if (goingOn.type !== "list" || block.type !== "list") return block;
  return { ...block, start: goingOn.start, loose: block.loose || goingOn.loose };
}

/** Code may end like this by chance: then it is coloured and cut a line later. */
function isClosed(raw: string): boolean {
  const fence = FENCE.exec(raw)?.[1];
  return fence !== undefined && raw.trimEnd().endsWith(fence);
}

/** Cuts off what can be kept of an open block that is too long. */
export function cutBlock(block: Token, open: Open, columns: number): Cut | undefined {
  const work = workOf(open.text);
  if (work <= (most[block.type] ?? MUCH) || !open.text.startsWith(block.raw)) return undefined;
  const cut =
    cutList(block as Tokens.List, open, columns) ?? cutCode(block as Tokens.Code, open, columns);
  if (cut) return cut;
  return work > MUCH || block.type === "table" || block.type === "unread"
    ? cutRows(block, open, columns)
    : undefined;
}

/** Before its last item. */
function cutList(list: Tokens.List, { text }: Open, columns: number): Cut | undefined {
  if (list.type !== "list" || list.items.length < 2) return undefined;
  const items = list.items.slice(0, -1);
  const raw = items.map((item) => item.raw).join("");
  return {
    lines: drawBlocks([{ ...list, raw, items }], columns).flat(),
    rest: text.slice(raw.length),
    goingOn: { type: "list", start: Number(list.start) + items.length, loose: list.loose },
  };
}

/** Where a line ends. What is cut off is coloured, and what is open is not: that would take too long. */
function cutCode(code: Tokens.Code, open: Open, columns: number): Cut | undefined {
  const { raw, text, lang = "" } = code;
  const begun = open.goingOn?.type === "code" ? open.goingOn : undefined;
  const goingOn = begun ?? { type: "code", fence: FENCE.exec(raw)?.[0] ?? "", lang };
  const isOpen = goingOn.fence !== "" && !isClosed(begun ? begun.fence + raw : raw);
  if (code.type !== "code" || !isOpen) return undefined;
  const piece = { ...code, raw: "", text: text.replace(/\n$/, ""), lang: goingOn.lang };
  return {
    lines: drawBlocks([piece], columns).flat(),
    rest: open.text.slice(raw.length),
    goingOn,
  };
}

/** The last row stays: what follows may stand in it. */
function cutRows({ raw }: Token, { text }: Open, columns: number): Cut | undefined {
  const written = raw.trimEnd();
  const rows = plainAnswer(written, columns);
  const last = rows.at(-1) ?? "";
  if (LIKE_AN_ITEM.test(last)) return undefined;
  return {
    lines: rows.slice(0, -1),
    rest: last + text.slice(written.length),
    goingOn: { type: "unread" },
  };
}
