import type { Page } from "./page.ts";

/** A piece of a page's running text, and the line it begins on. */
export type Piece = { line: number; text: string };

const codeSpan = /(?<!`)(`+)(?!`)((?:(?!\n[ \t]*\n)[\s\S])*?)(?<!`)\1(?!`)/g;
const linkTarget =
  /\]\(\s*<?([^\s)>]+)|^ {0,3}\[[^\]\n]+\]:[ \t]+<?([^\s>]+)|\b(?:href|src)="([^"]*)"/gm;

export function readInlineCode({ prose }: Page): Piece[] {
  return Array.from(prose.matchAll(codeSpan), (match) => {
    return { line: lineAt(prose, match.index), text: (match[2] ?? "").trim() };
  });
}

/** The targets of links and images, also of reference definitions and HTML attributes. */
export function readLinkTargets({ prose }: Page): Piece[] {
  // what looks like a link inside inline code is none
  const text = prose.replace(codeSpan, (code) => code.replace(/[^\n]/g, " "));
  return Array.from(text.matchAll(linkTarget), (match) => {
    return { line: lineAt(text, match.index), text: match[1] ?? match[2] ?? match[3] ?? "" };
  });
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
