import { Marked, type Token, type TokensList } from "marked";
import { markedTerminal } from "marked-terminal";
import type { Look } from "../../trace/look.ts";
import { linkText, pictureText } from "./link-text.ts";

export type Markdown = {
  read(text: string): TokensList;
  /** What stands within a line, in colours and on one row; "\n" only where the text breaks the line itself. */
  inline(tokens: Token[]): string;
};

const entities: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&#39;": "'",
};

const asItIs = (text: string) => text;

/** Of marked-terminal what stands within a line: blocks are drawn here, in their width. */
export function openMarkdown({ colors }: Look): Markdown {
  const marked: Marked = new Marked(
    markedTerminal({
      paragraph: asItIs,
      table: asItIs,
      html: asItIs,
      heading: asItIs,
      firstHeading: asItIs,
      strong: colors.bold,
      em: colors.italic,
      codespan: (text) => (colors.isColorSupported ? colors.cyan(unbroken(text)) : `\`${text}\``),
      del: (text) => `~~${text}~~`,
      tableOptions: { style: { head: [], border: [] }, chars: {} },
      emoji: false,
      unescape: false,
    }),
    {
      renderer: {
        text(token) {
          if ("tokens" in token && token.tokens) return this.parser.parseInline(token.tokens);
          return token.text.replace(/&(?:lt|gt|amp|quot|#39);/g, (name) => entities[name] ?? name);
        },
        link: ({ href, tokens }) => linkText(href, inline(tokens), colors),
        image: ({ href, text }) => pictureText(href, text),
      },
    },
  );
  const inline = (tokens: Token[]): string =>
    marked
      .parser([{ type: "paragraph", raw: "", text: "", tokens }])
      .trim()
      .replace(/ *\n */g, " ");
  return { read: (text) => marked.lexer(text), inline };
}

/** A short command stays on one row. */
function unbroken(text: string): string {
  return text.length <= 30 ? text.replaceAll(" ", "\u00a0") : text;
}
