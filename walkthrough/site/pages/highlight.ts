import type { HighlighterCore } from "shiki/core";
import { escapeHtml } from "../html.ts";
import { eventClass, isEventName } from "./event-names.ts";

const classes: Record<string, string> = {
  "token-keyword": "k",
  "token-string": "s",
  "token-string-expression": "s",
  "token-comment": "c",
  "token-function": "f",
  "token-constant": "n",
};

let loading: Promise<HighlighterCore> | undefined;

/**
 * One HTML string per line, of `<span class="k">` and its like; what the classes look like is said in code.css.
 * The name of an event in quotes has the colour of its family. A language that is not known is plain text.
 */
export async function highlight(code: string, language: string): Promise<string[]> {
  loading ??= load();
  const highlighter = await loading;
  if (!highlighter.getLoadedLanguages().includes(language)) return code.split("\n").map(escapeHtml);
  const lines = highlighter.codeToTokensBase(code, { lang: language, theme: "css-variables" });
  return lines.map((tokens) =>
    markLine(
      tokens.map(({ content, color = "" }) => {
        const [, name = ""] = /--shiki-([\w-]+)/.exec(color) ?? [];
        const className = classes[name] ?? "";
        // an operator is no word
        return {
          text: content,
          className: className === "k" && !/[a-z]/.test(content) ? "" : className,
        };
      }),
    ),
  );
}

async function load(): Promise<HighlighterCore> {
  const { createCssVariablesTheme, createHighlighterCore } = await import("shiki/core");
  const { createOnigurumaEngine } = await import("shiki/engine/oniguruma");
  return createHighlighterCore({
    themes: [createCssVariablesTheme({ variablePrefix: "--shiki-" })],
    langs: [import("shiki/langs/typescript.mjs"), import("shiki/langs/json.mjs")],
    engine: createOnigurumaEngine(import("shiki/wasm")),
  });
}

type Piece = { text: string; className: string };

/** Neighbours that look the same are one element. */
function markLine(pieces: Piece[]): string {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const blank = piece.text.trim() === "";
    if (last && (blank || last.className === piece.className)) last.text += piece.text;
    else joined.push({ ...piece });
  }
  return joined.map(markPiece).join("");
}

function markPiece({ text, className }: Piece): string {
  if (className === "") return escapeHtml(text);
  const [, name = ""] = className === "s" ? (/^"(.*)"$/.exec(text.trim()) ?? []) : [];
  const event = isEventName(name) ? ` mention ${eventClass(name)}` : "";
  return `<span class="${className}${event}">${escapeHtml(text)}</span>`;
}
