import { visible } from "../../../../shared/course/diff/plain-text.ts";
import type { SessionEvent } from "../../../../shared/events.ts";

export type SessionFile = {
  name: string;
  events: SessionEvent[];
  /** What of the file is left out, in sentences. */
  notices: string[];
};

/** As much of a File as is needed. */
export type Source = {
  name: string;
  size: number;
  stream(): ReadableStream<Uint8Array>;
};

const MOST_BYTES = 100 * 2 ** 20;
const MOST_EVENTS = 400_000;
const MOST_NUMBERS = 10;
/** In bytes. */
const REST_AFTER = 2 ** 19;
/** Deeper than anything that a session writes. */
const DEEPEST = 60;

/** Reads a file with one event per line. Throws one line that names the file, and the line where there is one. */
export async function readSession(file: Source): Promise<SessionFile> {
  const name = visible(file.name);
  if (file.size > MOST_BYTES) {
    const size = Math.ceil(file.size / 2 ** 20);
    throw new Error(`${name} has ${size} MB. The player takes ${MOST_BYTES / 2 ** 20} MB at most.`);
  }
  const events: SessionEvent[] = [];
  const unread: number[] = [];
  let isCut = false;
  for await (const { number, text, isLast } of linesOf(file)) {
    if (text.trim() === "") continue;
    const event = parseEvent(text);
    if (event) events.push(event);
    else if (events.length === 0) throw new Error(refusal(name, number, text));
    else if (isLast) isCut = true;
    else unread.push(number);
    if (events.length > MOST_EVENTS) {
      throw new Error(
        `${name}, line ${number}: more than ${MOST_EVENTS} events. The player takes no more.`,
      );
    }
  }
  if (events.length === 0) throw new Error(`${name}, line 1: the file is empty.`);
  return { name: file.name, events, notices: describe(name, unread, isCut) };
}

/** Undefined for a line that is no event. */
function parseEvent(text: string): SessionEvent | undefined {
  try {
    const event: unknown = JSON.parse(text);
    const { type, sequence } = Object(event);
    const isEvent = typeof type === "string" && Number.isInteger(sequence);
    return isEvent && !isDeep(event, DEEPEST) ? (event as SessionEvent) : undefined;
  } catch {
    return undefined;
  }
}

function isDeep(value: unknown, left: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return left === 0 || Object.values(value).some((part) => isDeep(part, left - 1));
}

type Line = { number: number; text: string; isLast: boolean };

/** A line ends at a newline and nowhere else. The last one is what has none behind it. */
async function* linesOf(file: Source): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  const reader = file.stream().getReader();
  let number = 0;
  let parts: string[] = [];
  let unrested = 0;
  for (;;) {
    const { value, done } = await reader.read().catch(() => {
      const name = visible(file.name);
      throw new Error(`${name} can't be read: is it a folder, or was it moved?`);
    });
    if (done) break;
    const pieces = decoder.decode(value, { stream: true }).split("\n");
    for (const piece of pieces.slice(0, -1)) {
      yield { number: ++number, text: [...parts, piece].join(""), isLast: false };
      parts = [];
    }
    parts.push(pieces.at(-1) ?? "");
    // a page that reads for long still answers
    unrested += value.length;
    if (unrested > REST_AFTER) await new Promise((resolve) => setTimeout(resolve));
    if (unrested > REST_AFTER) unrested = 0;
  }
  yield { number: ++number, text: parts.join("") + decoder.decode(), isLast: true };
}

function refusal(name: string, number: number, text: string): string {
  const start = visible(text.trim().slice(0, 40));
  return `${name}, line ${number}: this is no event of a session (it begins with ${start}). Choose a file with one event per line, as chapter 07 and later ones write them.`;
}

function describe(name: string, unread: number[], isCut: boolean): string[] {
  const notices: string[] = [];
  if (unread.length > 0) {
    const numbers = unread.slice(0, MOST_NUMBERS).join(", ");
    const more = unread.length - MOST_NUMBERS;
    const lines = unread.length === 1 ? "line" : "lines";
    notices.push(
      `${name}, ${lines} ${numbers}${more > 0 ? ` and ${more} more` : ""}: no event, left out.`,
    );
  }
  if (isCut) notices.push(`${name}: the last line was cut off and is left out.`);
  return notices;
}
