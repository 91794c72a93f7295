import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readlink, rename, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

const NEW_FILE_MODE = 0o666;
const OWNER_ONLY = 0o600;

/**
 * Puts bytes into a file, all of them or none: they are written beside it, and take its place in one step. `mode` is kept;
 * without it, the file is new. Throws a sentence for the model, and leaves nothing behind.
 */
export async function replaceFile(place: string, bytes: Uint8Array, mode?: number): Promise<void> {
  let made: string | undefined;
  try {
    // a rename asks nothing of the file that it replaces
    if (mode === undefined) made = await mkdir(dirname(place), { recursive: true });
    else await (await open(place, constants.O_WRONLY | constants.O_NOFOLLOW)).close();
    const folder = await open(dirname(place), constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      await replaceIn(await placeOf(folder, dirname(place)), basename(place), { bytes, mode });
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (made) await removeFolders(made, dirname(place));
    throw new Error(`Not written: ${withoutPlace(error as Error)}.`, { cause: error });
  }
}

/** From the last to the first, as long as they are empty. */
async function removeFolders(first: string, last: string): Promise<void> {
  try {
    for (let folder = last; folder.length >= first.length; folder = dirname(folder)) {
      await rmdir(folder);
    }
  } catch {
    // somebody else has put something there
  }
}

/** Of "EACCES: permission denied, open '…'" the beginning: the model knows the path, by another name. */
function withoutPlace({ message }: Error): string {
  return /^E[A-Z]+: [^,]+/.exec(message)?.[0] ?? message;
}

/** A folder that is open can't be exchanged for a link any more. Linux has a name for it; elsewhere a moment is left. */
async function placeOf({ fd }: FileHandle, folder: string): Promise<string> {
  if (process.platform !== "linux") return folder;
  const own = `/proc/self/fd/${fd}`;
  const now = await readlink(own);
  if (now !== folder) throw new Error(`the folder leads to ${now} now`);
  return own;
}

async function replaceIn(
  folder: string,
  name: string,
  { bytes, mode }: { bytes: Uint8Array; mode: number | undefined },
): Promise<void> {
  const draft = join(folder, `.${name.slice(0, 50)}.${randomUUID().slice(0, 8)}.tmp`);
  try {
    // what only its owner may read is not shown to anyone in between
    const file = await open(draft, "wx", mode === undefined ? NEW_FILE_MODE : OWNER_ONLY);
    try {
      await file.writeFile(bytes);
      if (mode !== undefined) await file.chmod(mode & 0o7777);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, join(folder, name));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
