import { readdir, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, posix, relative, sep } from "node:path";

const notInAClone = new Set([".git", ".one-turn", "node_modules", "workshop"]);

/**
 * The absolute path of a file or folder of the repository, spelled exactly so also on systems that do
 * not care about case. `path` uses "/". Throws a sentence when it is missing or leaves the repository.
 */
export async function findInRepository(root: string, path: string): Promise<string> {
  if (path.includes("\\")) throw new Error(`"${path}" has a backslash: write paths with "/"`);
  const segments = posix
    .normalize(path)
    .split("/")
    .filter((segment) => segment !== "");
  const [first = "."] = segments;
  if (posix.isAbsolute(path) || isAbsolute(path) || first === "..") throw new Error(leaves(path));
  if (notInAClone.has(first)) {
    throw new Error(`"${path}" is not in a fresh clone: name another file`);
  }
  let folder = root;
  for (const segment of segments) {
    const names = segment === "." ? [segment] : await readdir(folder).catch(() => []);
    if (!names.includes(segment)) throw new Error(`there is no "${path}" in the repository`);
    folder = join(folder, segment);
  }
  const real = relative(await realpath(root), await realpath(folder));
  if (real === ".." || real.startsWith(`..${sep}`) || isAbsolute(real)) {
    throw new Error(leaves(path));
  }
  return folder;
}

/** Like findInRepository, and throws a sentence for a folder. */
export async function findFileInRepository(root: string, path: string): Promise<string> {
  const file = await findInRepository(root, path);
  if (!(await stat(file)).isFile()) throw new Error(`"${path}" is not a file: name one inside it`);
  return file;
}

function leaves(path: string): string {
  return `"${path}" leaves the repository: name a file inside it, from its root`;
}
