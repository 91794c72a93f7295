import type { Token, Tokens } from "marked";

/** What a reader reads of tokens: no marks, no blocks of code, one space between two pieces. */
export function plainText(tokens: readonly Token[]): string {
  return tokens.map(textOf).join("").replace(/\s+/g, " ").trim();
}

function textOf(token: Token): string {
  if (token.type === "code" || token.type === "space") return " ";
  if (token.type === "br") return " ";
  if (token.type === "html") return ` ${token.raw.replace(/<\/?(?:details|summary)>/g, " ")} `;
  if (token.type === "table") return ` ${textOfTable(token as Tokens.Table)} `;
  if (token.type === "list") return (token as Tokens.List).items.map(textOf).join(" ");
  const inner = "tokens" in token ? token.tokens : undefined;
  const text = inner ? inner.map(textOf).join("") : "text" in token ? withSigns(token.text) : "";
  return isBlock(token.type) ? ` ${text} ` : text;
}

function textOfTable({ header, rows }: Tokens.Table): string {
  return [header, ...rows]
    .map((row) => row.map(({ tokens }) => tokens.map(textOf).join("")).join(" "))
    .join(" ");
}

function isBlock(type: string): boolean {
  return ["paragraph", "heading", "blockquote", "list_item"].includes(type);
}

/** marked escapes what it keeps of some tokens. */
function withSigns(text: string): string {
  const signs: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'" };
  return text.replace(/&(lt|gt|amp|quot|#39);/g, (whole, name: string) => signs[name] ?? whole);
}
