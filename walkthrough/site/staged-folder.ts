import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isRunning } from "../../shared/course/lock.cjs";
import { markUnfinished, readMark } from "./site-mark.ts";

/** An empty folder beside `folder`, to build in: who reads in `folder` meanwhile finds it as it was. */
export async function openStage(folder: string): Promise<string> {
  await mkdir(dirname(folder), { recursive: true });
  await removeLeftovers(folder);
  const stage = `${folder}.${process.pid}`;
  await mkdir(stage);
  await markUnfinished(stage);
  return stage;
}

/** Puts what was built in the place of what was there. */
export async function takePlace(stage: string, folder: string): Promise<void> {
  const old = `${stage}.old`;
  await rename(folder, old).catch(ignoreMissing);
  await rename(stage, folder);
  await rm(old, { recursive: true, force: true });
}

/** Of builds that were ended, and of this process, which may have the number of another. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(`${basename(folder)}.`)) continue;
    const [, pid] = /^\.(\d+)(?:\.old)?$/.exec(name.slice(basename(folder).length)) ?? [];
    if (!pid || (Number(pid) !== process.pid && isRunning(Number(pid)))) continue;
    const path = join(dirname(folder), name);
    if (await readMark(path)) await rm(path, { recursive: true, force: true });
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
