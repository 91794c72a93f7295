import { Marked, type Token, Tokenizer, type Tokens } from "marked";
import { markedTerminal } from "marked-terminal";
import stringWidth from "string-width";
import { cleanText } from "../clean-text.ts";
import { indent } from "../render-state.ts";
import { highlightCode } from "./highlight-code.ts";
import { plainAnswer, withBar } from "./item-lines.ts";
import { paint } from "./paint.ts";
import { symbols, tableLines } from "./symbols.ts";
import { isTooLong, wrapHard, wrapWords } from "./wrap.ts";

/** In UTF-16 units. A longer answer is shown as it was written: this much can be drawn in less than a second. */
export const LONGEST = 128 * 1024;

/** What is nested so deep that it has fewer columns is shown as it was written. */
const NARROW = 10;

const asItIs = (text: string) => text;

const entities: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
};

/** Of marked-terminal what stands within a line, and tables: what is nested is drawn here, once and in its width. */
const markdown = new Marked(
  markedTerminal({
    paragraph: asItIs,
    table: asItIs,
    html: asItIs,
    heading: paint.bold,
    firstHeading: paint.bold,
    strong: paint.bold,
    em: paint.underline,
    codespan: paint.cyan,
    del: (text) => `~~${text}~~`,
    tableOptions: { style: { head: [], border: [] }, chars: tableLines },
    emoji: false,
    unescape: false,
  }),
  {
    renderer: {
      text(token) {
        if ("tokens" in token && token.tokens) return this.parser.parseInline(token.tokens);
        // marked has decoded what has a number: it may be an escape now
        return cleanText(token.text).replace(
          /&(?:lt|gt|amp|quot|#39);/g,
          (name) => entities[name] ?? name,
        );
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        return text === href ? href : `${text} (${href})`;
      },
      checkbox: () => "",
    },
    tokenizer: {
      // a link's title ends before an empty line: marked would look for its end in all that follows
      def(text) {
        return Tokenizer.prototype.def.call(this, text.split(/\n *\n/, 1)[0] ?? "");
      },
    },
  },
);

/** Markdown in colours, no wider than the window. */
export function markdownAnswer(text: string, columns: number): string[] {
  if (text.length > LONGEST) return plainAnswer(text, columns);
  return apart(drawBlocks(readBlocks(cleanText(text)), columns));
}

/** marked recurses, and what is nested thousands deep overflows the stack: then it is one block, of no known type. */
export function readBlocks(text: string): Token[] {
  try {
    return markdown.lexer(text);
  } catch {
    return [{ type: "unread", raw: text }];
  }
}

const invisible = new Set(["space", "def", "checkbox"]);

export function drawBlocks(blocks: Token[], columns: number): string[][] {
  return blocks
    .filter(({ type }) => !invisible.has(type))
    .map((block) => drawBlock(block, columns));
}

/** With an empty line between those in which there is anything. */
export function apart(blocks: string[][]): string[] {
  return blocks
    .filter((lines) => lines.length > 0)
    .flatMap((lines, place) => (place === 0 ? lines : ["", ...lines]));
}

/** One that can't be drawn is shown as it was written. */
function drawBlock(block: Token, columns: number): string[] {
  const asWritten = () => plainAnswer(block.raw.trimEnd(), columns);
  if (columns < NARROW || block.raw.split("\n").some(isTooLong)) return asWritten();
  try {
    switch (block.type) {
      case "code":
        return drawCode(block as Tokens.Code, columns);
      case "hr":
        return [paint.gray(symbols.rule.repeat(columns))];
      case "blockquote":
        return withBar(apart(drawBlocks(block.tokens ?? [], columns - 2)));
      case "list":
        return drawList(block as Tokens.List, columns);
      case "table":
        return drawTable(block as Tokens.Table, columns) ?? asWritten();
    }
    const lines = markdown.parser([block]).trimEnd().split("\n");
    return lines.flatMap((line) => wrapWords(line, columns));
  } catch {
    return asWritten();
  }
}

/** Not where it is too wide, or where a row has more cells than the first one: those would not be drawn. */
function drawTable(table: Tokens.Table, columns: number): string[] | undefined {
  const rows = table.raw.trim().split("\n");
  if (rows.some((row) => cellsIn(row) > table.header.length)) return undefined;
  const lines = markdown.parser([table]).trimEnd().split("\n");
  return lines.some((line) => widthOf(line) > columns) ? undefined : lines;
}

/** ASCII is measured ten times as fast as the lines around cells. */
function widthOf(line: string): number {
  return stringWidth(line.replace(/[\u2500-\u257f]/g, "-"));
}

function cellsIn(row: string): number {
  const inner = row.trim().replace(/^\||(?<!\\)\|$/g, "");
  return inner.split(/(?<!\\)\|/).length;
}

function drawCode({ text, lang }: Tokens.Code, columns: number): string[] {
  return wrapHard(highlightCode(text, lang), columns - 2).map((line) => `  ${line}`);
}

/** An item is drawn like an answer of its own, and stands behind its marker. */
function drawList({ items, ordered, start, loose }: Tokens.List, columns: number): string[] {
  const drawn = items.map(({ tokens, task, checked }, place) => {
    const marker = ordered ? `${Number(start) + place}. ` : "- ";
    const box = task ? `[${checked ? "x" : " "}] ` : "";
    const room = columns - marker.length - box.length;
    // as wide as the widest character
    if (room < 2) throw new Error("There is no room behind the marker.");
    const blocks = drawBlocks(tokens, room);
    const lines = loose ? apart(blocks) : blocks.flat();
    return indent(marker + box, lines.length > 0 ? lines : [""]);
  });
  return loose ? apart(drawn) : drawn.flat();
}
