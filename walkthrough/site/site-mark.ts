import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { listFiles } from "./list-files.ts";

const name = ".one-turn-site";
const signature = "The pages of One Turn";
const unfinished = "being built";

export type SiteMark = {
  /** A hash of what the site was made of; none while it is being built. */
  sources?: string;
  /** Its files, each behind its size in bytes. */
  files: string[];
};

/** What the folder of a site says of itself. Undefined for a folder that holds something else. */
export async function readMark(folder: string): Promise<SiteMark | undefined> {
  const text = await readFile(join(folder, name), "utf8").catch(() => "");
  const [first, state = "", ...files] = text.trimEnd().split("\n");
  if (first !== signature) return undefined;
  if (state === unfinished) return { files: [] };
  return /^[\da-f]{64}$/.test(state) ? { sources: state, files } : undefined;
}

/** Before there is anything else in the folder. */
export async function markUnfinished(folder: string): Promise<void> {
  await writeFile(join(folder, name), `${signature}\n${unfinished}\n`);
}

export async function markFinished(folder: string, sources: string): Promise<void> {
  const paths = (await listFiles(folder)).filter((path) => path !== name);
  const files = await Promise.all(paths.map((path) => withSize(folder, path)));
  await writeFile(join(folder, name), [signature, sources, ...files, ""].join("\n"));
}

/** Whether every file is there in its size. What was put beside them does not matter. */
export async function isWhole(folder: string, { sources, files }: SiteMark): Promise<boolean> {
  if (sources === undefined) return false;
  const found = files.map(async (line) => {
    return line === (await withSize(folder, line.slice(line.indexOf(" ") + 1)));
  });
  return !(await Promise.all(found)).includes(false);
}

async function withSize(folder: string, path: string): Promise<string> {
  const { size } = await stat(join(folder, path)).catch(() => ({ size: "no" }));
  return `${size} ${path}`;
}
