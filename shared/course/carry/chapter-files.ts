import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Version } from "./version.ts";

/**
 * Every file of a chapter on disk, by its path below chapters/NN-name/, with "/" and spelled as it is there.
 * Throws one line for a chapter that does not exist, and for links.
 */
export function readChapter(root: string, folder: string): Map<string, Version> {
  const paths = listFiles(join(root, "chapters", folder), `chapters/${folder}`);
  return new Map(
    paths.map((path) => {
      const file = join(root, "chapters", folder, path);
      return [path, { bytes: readFileSync(file), executable: isExecutable(file) }];
    }),
  );
}

/** What editors, systems and package managers leave behind belongs to no chapter. */
export function belongsToChapter(path: string): boolean {
  return path
    .split("/")
    .every((name) => !name.startsWith(".") && !name.endsWith("~") && name !== "node_modules");
}

export function isExecutable(file: string): boolean {
  return process.platform !== "win32" && (statSync(file).mode & 0o100) !== 0;
}

function listFiles(folder: string, shown: string): string[] {
  return readEntries(folder, shown).flatMap((entry) => {
    if (!belongsToChapter(entry.name)) return [];
    const path = join(folder, entry.name);
    const name = `${shown}/${entry.name}`;
    if (entry.isDirectory()) return listFiles(path, name).map((each) => `${entry.name}/${each}`);
    if (entry.isFile()) return [entry.name];
    throw new Error(
      `${name} is neither a file nor a folder. A chapter has nothing else: remove it.`,
    );
  });
}

function readEntries(folder: string, shown: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "it does not exist" : message;
    throw new Error(`${shown} cannot be read: ${reason}.`, { cause: error });
  }
}
