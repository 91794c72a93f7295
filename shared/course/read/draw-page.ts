import type { Token, Tokens } from "marked";
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import type { Look } from "../../trace/look.ts";
import { drawCode } from "./draw-code.ts";
import { drawTable } from "./draw-table.ts";
import { foldHints } from "./fold-hints.ts";
import { type Markdown, openMarkdown } from "./inline-markdown.ts";

export type PageText = {
  /** From the top of the clone. */
  path: string;
  markdown: string;
  /** The page to read after this one. */
  next?: string;
};

/** Longer rows are hard to read. */
const WIDEST = 100;

/** A page as rows for a terminal, no wider than the window. Pure. */
export function drawPage({ path, markdown, next }: PageText, wide: Look): string[] {
  const look = { ...wide, width: Math.min(wide.width, WIDEST) };
  const language = openMarkdown(look);
  const text = foldHints(path, markdown.replaceAll("\r\n", "\n"));
  const foot = next === undefined ? path : `${path} · next: npx one-turn read ${next}`;
  return [
    ...drawBlocks(language.read(text), language, look),
    "",
    ...wrapRows(foot, look.width).map(look.colors.dim),
  ].map((row) => row.replaceAll("\u00a0", " "));
}

function drawBlocks(blocks: Token[], language: Markdown, look: Look): string[] {
  const drawn = blocks.map((block) => drawBlock(block, language, look));
  const seen = drawn.filter((rows) => rows.length > 0);
  return seen.flatMap((rows, place) => (place === 0 ? rows : ["", ...rows]));
}

function drawBlock(block: Token, language: Markdown, look: Look): string[] {
  switch (block.type) {
    case "space":
    case "def":
    case "html":
      return [];
    case "heading":
      return drawHeading(block as Tokens.Heading, language, look);
    case "code":
      return drawCode(block.text, block.lang ?? "", look);
    case "list":
      return drawList(block as Tokens.List, language, look);
    case "table":
      return drawTable(cellsOf(block as Tokens.Table, language), look);
    case "blockquote":
      return drawQuote(block as Tokens.Blockquote, language, look);
    case "hr":
      return [look.colors.dim("─".repeat(look.width))];
    default:
      return wrapRows(
        language.inline("tokens" in block ? (block.tokens ?? []) : [block]),
        look.width,
      );
  }
}

/** Of the page, of a section, and below. */
function drawHeading(heading: Tokens.Heading, language: Markdown, look: Look): string[] {
  const { colors, width } = look;
  const rows = wrapRows(language.inline(heading.tokens), width);
  const widest = Math.max(...rows.map((row) => stringWidth(row)));
  const bold = rows.map((row) => colors.bold(row));
  if (heading.depth > 2) return bold;
  return [...bold, colors.dim((heading.depth === 1 ? "═" : "─").repeat(widest))];
}

function drawList(list: Tokens.List, language: Markdown, look: Look): string[] {
  const items = list.items.map(({ tokens }, index) => {
    const marker = list.ordered ? `${Number(list.start) + index}. ` : "- ";
    const narrow = { ...look, width: look.width - marker.length };
    const rows = tokens.some(({ type }) => type !== "text" && type !== "list" && type !== "space")
      ? drawBlocks(tokens, language, narrow)
      : tokens.flatMap((token) => drawBlock(token, language, narrow));
    return rows.map((row, line) => {
      if (row === "" && line > 0) return row;
      return (line === 0 ? marker : " ".repeat(marker.length)) + row;
    });
  });
  return list.loose ? items.flatMap((rows, place) => (place ? ["", ...rows] : rows)) : items.flat();
}

function drawQuote({ tokens }: Tokens.Blockquote, language: Markdown, look: Look): string[] {
  const bar = look.colors.dim("│ ");
  return drawBlocks(tokens, language, { ...look, width: look.width - 2 }).map((row) => bar + row);
}

function cellsOf({ header, rows }: Tokens.Table, language: Markdown): string[][] {
  return [header, ...rows].map((row) => row.map(({ tokens }) => language.inline(tokens)));
}

function wrapRows(text: string, width: number): string[] {
  return wrapAnsi(text, Math.max(10, width), { hard: true }).split("\n");
}
