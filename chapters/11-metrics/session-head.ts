import { closeSync, openSync, readSync } from "node:fs";
import { parseLine } from "./log-lines.ts";
import { textOrEmpty } from "./state/text-or-empty.ts";

const HEAD_BYTES = 64 * 1024;

/** What a listing says of a session. */
export type SessionHead = {
  /** ISO 8601. */
  startedAt: string;
  /** What was said first, in one line; empty where it stands further down than the head. */
  text: string;
};

/** Reads the first 64 KiB of a file and no more. Undefined for what can't be read, and what is no session. */
export function readHead(path: string): SessionHead | undefined {
  let head: SessionHead | undefined;
  for (const line of firstBytes(path).split("\n")) {
    const event = parseLine(line);
    if (event?.type === "session.started") head = { startedAt: textOrEmpty(event.at), text: "" };
    if (!head || event?.type !== "user.message") continue;
    return { ...head, text: textOrEmpty(event.text).replace(/\s+/g, " ").trim() };
  }
  return head;
}

function firstBytes(path: string): string {
  try {
    const file = openSync(path, "r");
    try {
      const head = Buffer.alloc(HEAD_BYTES);
      return head.toString("utf8", 0, readSync(file, head));
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}
