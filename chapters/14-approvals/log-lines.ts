import { closeSync, openSync, readSync } from "node:fs";
import type { SessionEvent } from "../../shared/events.ts";

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

export type LogLine = {
  /** 1, 2, 3 … */
  number: number;
  text: string;
  /** Where it begins in the file, in bytes. */
  start: number;
  /** Without one, it is the last line, and may be cut off. */
  hasNewline: boolean;
};

/**
 * The lines of a file, one after the other, in memory for the longest of them. They end at a newline and nowhere else: a
 * string of JSON may hold U+2028, at which other readers end a line. A file that is not there has none.
 */
export function* readLines(path: string): Generator<LogLine> {
  const decoder = new TextDecoder();
  let parts: Buffer[] = [];
  let number = 0;
  let start = 0;
  const takeLine = (last: Buffer, hasNewline: boolean): LogLine => {
    const bytes = Buffer.concat([...parts, last]);
    const line = { number: ++number, text: decoder.decode(bytes), start, hasNewline };
    start += bytes.length + 1;
    parts = [];
    return line;
  };
  for (const chunk of readChunks(path)) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      yield takeLine(chunk.subarray(from, end), true);
      from = end + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
  if (parts.length > 0) yield takeLine(Buffer.alloc(0), false);
}

/** In order, without what can't be read. */
export function* readEvents(path: string): Generator<SessionEvent> {
  for (const line of readLines(path)) {
    const event = parseLine(line.text);
    if (event) yield event;
  }
}

/** Undefined for a line that is no event. */
export function parseLine(text: string): SessionEvent | undefined {
  try {
    const event: unknown = JSON.parse(text);
    const { type, sequence } = Object(event);
    return typeof type === "string" && Number.isInteger(sequence)
      ? (event as SessionEvent)
      : undefined;
  } catch {
    return undefined;
  }
}

function* readChunks(path: string): Generator<Buffer> {
  const file = openOrNothing(path);
  if (file === undefined) return;
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const length = readSync(file, chunk);
      if (length === 0) return;
      yield chunk.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

function openOrNothing(path: string): number | undefined {
  try {
    return openSync(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
