import type { FileDiff } from "./chapter-diff.ts";
import { compareLines } from "./compare-lines.ts";
import { cutHunks } from "./cut-hunks.ts";
import { markWords } from "./mark-words.ts";
import type { ChapterFiles } from "./read-chapter.ts";
import { splitLines } from "./split-lines.ts";

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

function compareFile(path: string, before?: Buffer, after?: Buffer): ComparedFile | undefined {
  const status = before ? (after ? "changed" : "removed") : "added";
  if (isBinary(before) || isBinary(after)) {
    if (before && after?.equals(before)) return undefined;
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
function isBinary(bytes: Buffer | undefined): boolean {
  return bytes?.subarray(0, 8000).includes(0) ?? false;
}

function linesOf(bytes: Buffer | undefined) {
  return splitLines(bytes?.toString("utf8") ?? "");
}
