import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { PlannedFile } from "./plan-carry.ts";
import { findCommit, readRevision } from "./revision.ts";

/**
 * Copies every file that is about to change and is not in HEAD byte for byte. Returns the folder of the copies,
 * from the root, with "/", or undefined when git has all of them.
 */
export async function backUp(
  root: string,
  files: PlannedFile[],
  now: Date,
): Promise<string | undefined> {
  const committed = readRevision(root, findCommit(root, "HEAD"));
  const onlyHere = files.filter(
    ({ path, current }) => current && !committed.get(path)?.bytes.equals(current.bytes),
  );
  if (onlyHere.length === 0) return undefined;
  const folder = await makeFolder(root, now.toISOString().slice(0, 19).replaceAll(":", "-"));
  for (const { path, current } of onlyHere) {
    const copy = join(root, folder, path);
    await mkdir(dirname(copy), { recursive: true });
    const handle = await open(copy, "wx");
    try {
      if (current) await handle.writeFile(current.bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
  return folder;
}

/** Never one that is already there. */
async function makeFolder(root: string, time: string): Promise<string> {
  const parent = ".one-turn/carry-backup";
  await mkdir(join(root, parent), { recursive: true });
  for (let copy = 1; ; copy++) {
    const folder = `${parent}/${time}${copy === 1 ? "" : `-${copy}`}`;
    try {
      await mkdir(join(root, folder));
      return folder;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
