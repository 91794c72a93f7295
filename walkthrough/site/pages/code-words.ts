import { type Html, html } from "../html.ts";

/** Code within a sentence: a flag or the part of a path is not broken at its hyphens, a path only behind "/". */
export function codeWords(text: string): Html[] {
  return text.split(/(\s+)/).map((word) => {
    if (!word.includes("-")) return html`${word}`;
    if (word.startsWith("--")) return whole(word);
    const parts = word.split(/(?<=\/)/);
    return html`${parts.map((part, at) => html`${at > 0 && html`<wbr>`}${whole(part)}`)}`;
  });
}

/** In a narrow cell a long name goes on behind "/", "." or "_". */
export function breakNames(cell: string): string {
  return cell.replace(/(?<=<code[^>]*>)[^<]+(?=<)/g, (name) => {
    return name.replace(/[._/](?=\w)/g, "$&<wbr>");
  });
}

function whole(part: string): Html {
  return part.includes("-") ? html`<span class="unbroken">${part}</span>` : html`${part}`;
}
