import { type Dirent, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What stands in a chapter's folder, whoever put it there, but for node_modules, dotfiles and what is
 * neither a file nor a folder. Throws one line when something cannot be read.
 */
export function readChapter(root: string, folder: string): Map<string, Buffer> {
  const paths = listFiles(root, `chapters/${folder}`).sort();
  const below = `chapters/${folder}/`.length;
  return new Map(
    paths.map((path) => [path.slice(below), orExplain(path, () => readFileSync(join(root, path)))]),
  );
}

function listFiles(root: string, folder: string): string[] {
  const entries = orExplain(folder, () => readdirSync(join(root, folder), { withFileTypes: true }));
  return entries.filter(isWanted).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listFiles(root, path);
    return entry.isFile() ? [path] : [];
  });
}

function isWanted({ name }: Dirent): boolean {
  return name !== "node_modules" && !name.startsWith(".");
}

function orExplain<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "it is not there" : message.replace(/^\w+: /, "");
    throw new Error(`${path} cannot be read: ${why}. Bring it back with: git checkout -- ${path}`);
  }
}
