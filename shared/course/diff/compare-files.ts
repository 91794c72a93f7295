import type { FileDiff } from "./chapter-diff.ts";
import { compareLines } from "./compare-lines.ts";
import { cutHunks } from "./cut-hunks.ts";
import { markWords } from "./mark-words.ts";
import { splitLines } from "./split-lines.ts";

/** Path below the chapter's folder, with "/", to contents. Ordered by path. */
export type ChapterFiles = Map<string, Uint8Array>;

export type ComparedFile = Omit<FileDiff, "whys" | "role">;

/** Every file of both sides, by path; those without a difference have neither hunks nor bytes that differ. */
export function compareFiles(
  before: ChapterFiles,
  after: ChapterFiles,
): { files: ComparedFile[]; unchanged: string[] } {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  const files: ComparedFile[] = [];
  const unchanged: string[] = [];
  for (const path of paths) {
    const file = compareFile(path, before.get(path), after.get(path));
    if (file) files.push(file);
    else unchanged.push(path);
  }
  return { files, unchanged };
}

function compareFile(
  path: string,
  before?: Uint8Array,
  after?: Uint8Array,
): ComparedFile | undefined {
  const status = before ? (after ? "changed" : "removed") : "added";
  if (isBinary(before) || isBinary(after)) {
    if (before && after && isEqual(before, after)) return undefined;
    return { path, status, added: 0, removed: 0, binary: true, hunks: [] };
  }
  const lines = markWords(compareLines(linesOf(before), linesOf(after)));
  const hunks = cutHunks(lines);
  if (status === "changed" && hunks.length === 0) return undefined;
  const count = (kind: string) => lines.filter((line) => line.kind === kind).length;
  return {
    path,
    status,
    added: count("added"),
    removed: count("removed"),
    binary: false,
    hunks,
  };
}

/** As git tells: a zero among the first 8,000 bytes. */
function isBinary(bytes: Uint8Array | undefined): boolean {
  return bytes?.subarray(0, 8000).includes(0) ?? false;
}

function isEqual(before: Uint8Array, after: Uint8Array): boolean {
  return before.length === after.length && before.every((byte, index) => byte === after[index]);
}

function linesOf(bytes: Uint8Array | undefined) {
  return splitLines(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
}
