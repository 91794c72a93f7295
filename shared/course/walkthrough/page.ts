import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** A sentence about one line of a page. `line` counts from 1. */
export type Problem = { page: string; line: number; message: string };

export type PageLine = {
  text: string;
  /** The line's own end, so that a rewritten page keeps every other byte. */
  end: string;
};

export type Block = {
  /** Of the opening fence, from 1. */
  line: number;
  /** What stands behind the opening fence, trimmed. */
  info: string;
  fence: string;
  /** White space before the fence: a block in a list is indented. */
  indent: string;
  /** Indexes of the content's lines: `from` is the first, `to` the closing fence. */
  from: number;
  to: number;
  /** Without the indent, joined by \n, whatever line ends the page has. */
  content: string;
};

export type Page = {
  /** From the root, with "/". */
  path: string;
  text: string;
  lines: PageLine[];
  blocks: Block[];
  /** The page's lines joined by \n, those of blocks left empty: the numbers of lines stay. */
  prose: string;
  problems: Problem[];
};

const fenceAtStart = /^(?<indent>[ \t]*)(?<fence>`{3,}|~{3,})(?<info>.*)$/;
const fenceBehindMark = /^\s*(?:>\s?|[-*+]\s+|\d+[.)]\s+)+(?:`{3,}[^`]*|~{3,}.*)$/;

/** Throws a sentence when the page is not UTF-8: rewriting it would lose bytes. */
export async function readPage(root: string, path: string): Promise<Page> {
  const bytes = await readFile(join(root, path));
  if (!isUtf8(bytes)) throw new Error(`${path} is not UTF-8 text: save it as UTF-8`);
  return parsePage(path, bytes.toString("utf8"));
}

/**
 * Finds fences by lines, not with a markdown parser: --sync needs the place of every line, which a
 * parser does not tell. What a parser would see differently is reported by checkRendering.
 */
export function parsePage(path: string, text: string): Page {
  const lines = splitLines(text);
  const blocks: Block[] = [];
  const problems: Problem[] = [];
  const prose: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]?.text ?? "";
    const opening = openFence(line);
    if (fenceBehindMark.test(line)) {
      const message =
        "a block starts behind a list or quote mark: put its fence on a line of its own";
      problems.push({ page: path, line: index + 1, message });
    }
    prose.push(opening ? "" : line);
    if (!opening) continue;
    const to = findClosingFence(lines, index + 1, opening.fence);
    if (to === lines.length) {
      const message = `the block "${opening.info}" is not closed: end it with ${opening.fence}`;
      problems.push({ page: path, line: index + 1, message });
    } else {
      const content = contentOf(lines.slice(index + 1, to), opening.indent);
      blocks.push({ ...opening, line: index + 1, from: index + 1, to, content });
    }
    for (; index < to && index < lines.length - 1; index++) prose.push("");
  }
  return { path, text, lines, blocks, prose: prose.join("\n"), problems };
}

/** Whether a line ends a block that `fence` opened. */
export function closesFence(line: string, fence: string): boolean {
  const bare = line.trim();
  return bare.length >= fence.length && bare === (fence[0] ?? "").repeat(bare.length);
}

/** For sorting: pages by path, then their lines. */
export function byPlace(a: Problem, b: Problem): number {
  if (a.page !== b.page) return a.page < b.page ? -1 : 1;
  return a.line - b.line;
}

function splitLines(text: string): PageLine[] {
  return text.split(/(?<=\n)/).map((line) => {
    const end = /\r?\n$/.exec(line)?.[0] ?? "";
    return { text: line.slice(0, line.length - end.length), end };
  });
}

function openFence(line: string): Pick<Block, "fence" | "indent" | "info"> | undefined {
  const { indent = "", fence = "", info = "" } = fenceAtStart.exec(line)?.groups ?? {};
  const inlineCode = fence.startsWith("`") && info.includes("`");
  return fence && !inlineCode ? { fence, indent, info: info.trim() } : undefined;
}

function findClosingFence(lines: PageLine[], from: number, fence: string): number {
  const found = lines.findIndex(({ text }, index) => index >= from && closesFence(text, fence));
  return found === -1 ? lines.length : found;
}

function contentOf(lines: PageLine[], indent: string): string {
  return lines
    .map(({ text }) => (text.startsWith(indent) ? text.slice(indent.length) : text.trimStart()))
    .join("\n");
}
