import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, link, mkdir, open, readlink, rename, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { hashOf, type TextFile } from "./text-file.ts";

const NEW_FILE_MODE = 0o666;
const OWNER_ONLY = 0o600;

/** The file that is replaced, as it was read. */
export type Replaced = Pick<TextFile, "hash" | "mode" | "uid" | "gid">;

/**
 * Puts bytes into a file, all of them or none: they are written beside it, and take its place in one step. The mode of the
 * file `before` is kept, and its owner where the system allows it; without one, the file is new. What is in its place by
 * then, and is another file, stays. Throws a sentence for the model, and leaves nothing behind.
 */
export async function replaceFile(
  place: string,
  bytes: Uint8Array,
  before?: Replaced,
): Promise<void> {
  let made: string | undefined;
  try {
    // a rename asks nothing of the file that it replaces
    if (!before) made = await mkdir(dirname(place), { recursive: true });
    else await (await open(place, constants.O_WRONLY | constants.O_NOFOLLOW)).close();
    const folder = await open(dirname(place), constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      await replaceIn(await placeOf(folder, dirname(place)), basename(place), { bytes, before });
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
  { bytes, before }: { bytes: Uint8Array; before: Replaced | undefined },
): Promise<void> {
  const target = join(folder, name);
  const draft = join(folder, `.${name.slice(0, 50)}.${randomUUID().slice(0, 8)}.tmp`);
  try {
    // what only its owner may read is not shown to anyone in between
    const file = await open(draft, "wx", before ? OWNER_ONLY : NEW_FILE_MODE);
    try {
      await file.writeFile(bytes);
      if (before) await giveAway(file, before);
      await file.sync();
    } finally {
      await file.close();
    }
    if (before) await takePlace(draft, target, before.hash);
    // unlike a rename, it fails when something has come there
    else await link(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  if (!before) await rm(draft);
}

/** A moment is left: no system compares and renames in one step, so a save between the two lines is lost. */
async function takePlace(draft: string, target: string, hash: string): Promise<void> {
  if ((await hashAt(target)) !== hash) throw new Error("it has changed since it was shown");
  await rename(draft, target);
}

async function hashAt(target: string): Promise<string> {
  const file = await open(target, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    return hashOf(await file.readFile());
  } finally {
    await file.close();
  }
}

/** Mostly root alone may. Where it fails the file is that of whoever runs this, and is not run by others as theirs. */
async function giveAway(file: FileHandle, { uid, gid, mode }: Replaced): Promise<void> {
  const isGiven = await file.chown(uid, gid).then(
    () => true,
    () => false,
  );
  await file.chmod(mode & (isGiven ? 0o7777 : 0o1777));
}
