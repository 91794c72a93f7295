import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isExecutable } from "./chapter-files.ts";
import type { PlannedFile } from "./plan-carry.ts";

/**
 * Each file at once or not at all, those to delete first, and none that was changed since it was planned.
 * Throws one line; what is written by then stays, and a second run does the rest.
 */
export async function writeChanges(root: string, files: PlannedFile[]): Promise<void> {
  const workshop = join(root, ".one-turn", "carry-files");
  await rm(workshop, { recursive: true, force: true }); // left by a run that was ended
  await mkdir(workshop, { recursive: true });
  const inOrder = [...files.filter(({ next }) => !next), ...files.filter(({ next }) => next)];
  try {
    for (const file of inOrder) await writeChange(root, workshop, file);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

async function writeChange(root: string, workshop: string, file: PlannedFile): Promise<void> {
  const target = join(root, file.path);
  try {
    await refuseChanged(target, file);
    if (file.next) await replace(target, join(workshop, randomUUID()), file);
    else await remove(target, join(root, ...file.path.split("/").slice(0, 2)));
  } catch (error) {
    const { message } = error as Error;
    throw new Error(
      `${file.path} is not written: ${message}. The files before it are. Run the same command again for the rest.`,
      { cause: error },
    );
  }
}

async function refuseChanged(target: string, { current }: PlannedFile): Promise<void> {
  const bytes = await readFile(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw error;
  });
  const isAsPlanned = current ? bytes?.equals(current.bytes) : bytes === undefined;
  if (!isAsPlanned) throw new Error("somebody else has just changed it");
}

async function replace(
  target: string,
  copy: string,
  { current, next }: PlannedFile,
): Promise<void> {
  if (!next) return;
  const handle = await open(copy, "wx", next.executable ? 0o777 : 0o666);
  try {
    await handle.writeFile(next.bytes);
    if (current) await keepMode(handle, target, current.executable !== next.executable);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await mkdir(dirname(target), { recursive: true });
  await rename(copy, target);
}

async function keepMode(handle: FileHandle, target: string, toggles: boolean): Promise<void> {
  const mode = (await stat(target)).mode & 0o777;
  if (!toggles) await handle.chmod(mode);
  else await handle.chmod(isExecutable(target) ? mode & ~0o111 : mode | ((mode & 0o444) >> 2));
}

/** With the folders that it leaves empty, up to the chapter's. */
async function remove(target: string, chapter: string): Promise<void> {
  await rm(target);
  for (let folder = dirname(target); folder !== chapter; folder = dirname(folder)) {
    try {
      await rmdir(folder);
    } catch {
      return;
    }
  }
}
