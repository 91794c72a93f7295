import { closeSync, openSync, readSync, statSync } from "node:fs";
import { parseLine } from "./log-lines.ts";
import { textOrEmpty } from "./state/text-or-empty.ts";

const HEAD_BYTES = 64 * 1024;

/** What a listing says of a session. */
export type SessionHead = {
  /** Of its first event that can be read, ISO 8601. */
  startedAt: string;
  /** What was said first, in one line; empty where it stands further down than the head. */
  text: string;
};

/** Reads the first 64 KiB of a file and no more. Undefined for what can't be read, and what is no session. */
export function readHead(path: string): SessionHead | undefined {
  let head: SessionHead | undefined;
  for (const line of firstBytes(path).split("\n")) {
    const event = parseLine(line);
    if (!event) continue;
    head ??= { startedAt: textOrEmpty(event.at), text: "" };
    if (event.type !== "user.message") continue;
    return { ...head, text: textOrEmpty(event.text).replace(/\s+/g, " ").trim() };
  }
  return head;
}

function firstBytes(path: string): string {
  try {
    // a pipe would be waited for
    if (!statSync(path).isFile()) return "";
    const file = openSync(path, "r");
    try {
      const head = Buffer.alloc(HEAD_BYTES);
      // it leaves out the mark at the beginning of some files
      return new TextDecoder().decode(head.subarray(0, readSync(file, head)));
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}
