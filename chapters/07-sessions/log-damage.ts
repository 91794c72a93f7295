import {
  appendFileSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  fchmodSync,
  ftruncateSync,
  openSync,
} from "node:fs";
import type { SessionEvent } from "../../shared/events.ts";
import { type LogLine, readLines } from "./log-lines.ts";

/** What of a log can't be read. */
export type Damage = {
  /** The numbers of the lines that are no events. */
  lines: number[];
  /** Where the last line begins when it was cut off, in bytes. */
  cutAt?: number;
  /** The last line is whole, and nothing ends it. */
  lacksNewline: boolean;
  holdsEvents: boolean;
};

const MOST_NUMBERS = 10;

export function findDamage(path: string): Damage {
  const damage: Damage = { lines: [], lacksNewline: false, holdsEvents: false };
  for (const line of readLines(path)) {
    const isEvent = parseLine(line) !== undefined;
    if (!line.hasNewline && !isEvent) damage.cutAt = line.start;
    else if (!isEvent && line.text.trim() !== "") damage.lines.push(line.number);
    damage.lacksNewline = !line.hasNewline && isEvent;
    damage.holdsEvents ||= isEvent;
  }
  return damage;
}

export function parseLine({ text }: LogLine): SessionEvent | undefined {
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

/** In sentences. */
export function describeDamage(path: string, { lines, cutAt }: Damage): string[] {
  const sentences: string[] = [];
  if (lines.length > 0) {
    const numbers = lines.slice(0, MOST_NUMBERS).join(", ");
    const more = lines.length > MOST_NUMBERS ? ` and ${lines.length - MOST_NUMBERS} more` : "";
    sentences.push(
      `These lines of ${path} can't be read and are left out: ${numbers}${more}. The file as it was is kept in ${copyOf(path)}.`,
    );
  }
  if (cutAt !== undefined) sentences.push(`The last line of ${path} was cut off and is left out.`);
  return sentences;
}

/** Opens the file to add to it, for its owner alone. What is damaged is copied first, and never written over. */
export function openForMore(path: string, damage: Damage): number {
  // what holds no event may be a file of another kind, and its last line no part of one
  const isCopied = damage.lines.length > 0 || (damage.cutAt !== undefined && !damage.holdsEvents);
  if (isCopied && !existsSync(copyOf(path))) {
    copyFileSync(path, copyOf(path), constants.COPYFILE_EXCL);
    chmodSync(copyOf(path), 0o600);
  }
  const file = openSync(path, "a+", 0o600);
  fchmodSync(file, 0o600);
  if (damage.cutAt !== undefined) ftruncateSync(file, damage.cutAt);
  if (damage.lacksNewline) appendFileSync(file, "\n");
  return file;
}

function copyOf(path: string): string {
  return `${path}.damaged`;
}
