import { constants } from "node:fs";
import { type FileHandle, open, readlink, realpath } from "node:fs/promises";
import { fileError } from "./file-error.ts";
import { fileKind } from "./file-kind.ts";

/** An open file with its size in bytes. Whoever opens it closes the handle. */
export type RegularFile = { handle: FileHandle; size: number };

// A pipe must not block the open, and a link that took the file's place must not be followed.
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
// tab, line feed, form feed, carriage return, escape
const TEXT_CONTROLS = [0x09, 0x0a, 0x0c, 0x0d, 0x1b];

/** Throws a sentence for the model when there is no regular file; `path` is how the model calls it. */
export async function openRegularFile(place: string, path: string): Promise<RegularFile> {
  const handle = await open(place, OPEN_FLAGS).catch((error) => {
    throw fileError(path, error);
  });
  const stats = await handle.stat();
  const kind = fileKind(stats);
  const moved = !(await leadsTo(handle, place));
  if (kind === "file" && !moved) return { handle, size: stats.size };
  await handle.close();
  const what = moved ? "was moved while it was opened" : `is a ${kind}, not a regular file`;
  throw new Error(`${JSON.stringify(path)} ${what}. Use another path.`);
}

/** A folder on the way may have become a link since the path was resolved. Linux tells where a handle leads. */
async function leadsTo(handle: FileHandle, place: string): Promise<boolean> {
  const now =
    process.platform === "linux" ? readlink(`/proc/self/fd/${handle.fd}`) : realpath(place);
  return (await now.catch(() => undefined)) === place;
}

/** What a piece of a file is when it is not UTF-8 text: by its first bytes, a NUL, or many control characters. */
export function binaryKind(bytes: Uint8Array, offset = 0): "binary" | "UTF-16" | undefined {
  const [first, second] = bytes;
  const marked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (offset === 0 && marked) return "UTF-16";
  const odd = bytes.filter((byte) => byte < 0x20 && !TEXT_CONTROLS.includes(byte)).length;
  return bytes.includes(0) || odd > bytes.length / 20 ? "binary" : undefined;
}
