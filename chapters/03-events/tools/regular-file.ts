import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { fileError } from "./file-error.ts";
import { fileKind } from "./file-kind.ts";

/** An open file with its size in bytes. Whoever opens it closes the handle. */
export type RegularFile = { handle: FileHandle; size: number };

// A pipe must not block the open, and a link that took the file's place must not be followed.
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
const SNIFFED_BYTES = 8 * 1024;

/** Throws a sentence for the model when there is no regular file; `path` is how the model calls it. */
export async function openRegularFile(place: string, path: string): Promise<RegularFile> {
  const handle = await open(place, OPEN_FLAGS).catch((error) => {
    throw fileError(path, error);
  });
  const stats = await handle.stat();
  const kind = fileKind(stats);
  if (kind === "file") return { handle, size: stats.size };
  await handle.close();
  throw new Error(`${JSON.stringify(path)} is a ${kind}, not a regular file. Use another path.`);
}

/** What a file is when it is not UTF-8 text, judged by its first 8 KiB. */
export function binaryKind(head: Uint8Array): "binary" | "UTF-16" | undefined {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return "UTF-16";
  return head.subarray(0, SNIFFED_BYTES).includes(0) ? "binary" : undefined;
}
