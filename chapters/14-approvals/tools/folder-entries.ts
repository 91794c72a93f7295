import { readdir } from "node:fs/promises";
import { type FileKind, fileKind } from "./file-kind.ts";

/** The name of a folder ends with "/". */
export type FolderEntry = { name: string; kind: FileKind };

const SKIPPED = [".git", "node_modules"];

/** In the order of full paths, without .git and node_modules; `skipped` says which of them are there. */
export async function folderEntries(
  folder: string,
): Promise<{ entries: FolderEntry[]; skipped: string[] }> {
  const found = await readdir(folder, { withFileTypes: true });
  const entries = found
    .filter((entry) => !SKIPPED.includes(entry.name))
    .map((entry) => ({
      kind: fileKind(entry),
      name: entry.name + (entry.isDirectory() ? "/" : ""),
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const names = found.map((entry) => entry.name);
  return { entries, skipped: SKIPPED.filter((name) => names.includes(name)) };
}

/** A name may hold line ends and escape codes: as they are, they would forge entries. */
export function printable(name: string): string {
  return name.replace(/\p{Cc}/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
