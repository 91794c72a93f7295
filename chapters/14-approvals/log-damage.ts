import {
  appendFileSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  fchmodSync,
  ftruncateSync,
  openSync,
  readFileSync,
} from "node:fs";
import { parseLine, readLines } from "./log-lines.ts";

/** What of a log can't be read. */
export type Damage = {
  /** The numbers of the lines that are no events. */
  lines: number[];
  /** Where the last line begins when it was cut off, in bytes. */
  cutAt?: number;
  /** The last line is whole, and nothing ends it. */
  lacksNewline: boolean;
  holdsEvents: boolean;
  /** Where the file is kept as it was. */
  copy: string;
};

const MOST_NUMBERS = 10;

export function findDamage(path: string): Damage {
  const damage: Damage = { lines: [], lacksNewline: false, holdsEvents: false, copy: "" };
  for (const line of readLines(path)) {
    const isEvent = parseLine(line.text) !== undefined;
    if (!line.hasNewline && !isEvent) damage.cutAt = line.start;
    else if (!isEvent && line.text.trim() !== "") damage.lines.push(line.number);
    damage.lacksNewline = !line.hasNewline && isEvent;
    damage.holdsEvents ||= isEvent;
  }
  const isWhole = damage.lines.length === 0 && damage.cutAt === undefined;
  return isWhole ? damage : { ...damage, copy: copyFor(path) };
}

/** In sentences. */
export function describeDamage(path: string, { lines, cutAt, copy }: Damage): string[] {
  const sentences: string[] = [];
  if (lines.length > 0) {
    const numbers = lines.slice(0, MOST_NUMBERS).join(", ");
    const more = lines.length > MOST_NUMBERS ? ` and ${lines.length - MOST_NUMBERS} more` : "";
    sentences.push(
      `These lines of ${path} can't be read and are left out: ${numbers}${more}. The file as it was is kept in ${copy}.`,
    );
  }
  if (cutAt !== undefined) sentences.push(`The last line of ${path} was cut off and is left out.`);
  return sentences;
}

/** Opens the file to add to it, for its owner alone. What is damaged is copied first, and never written over. */
export function openForMore(path: string, damage: Damage): number {
  // what holds no event may be a file of another kind, and its last line no part of one
  const needsCopy = damage.lines.length > 0 || (damage.cutAt !== undefined && !damage.holdsEvents);
  if (needsCopy && !isKept(path, damage.copy)) {
    copyFileSync(path, damage.copy, constants.COPYFILE_EXCL);
    chmodSync(damage.copy, 0o600);
  }
  const file = openSync(path, "a+", 0o600);
  fchmodSync(file, 0o600);
  if (damage.cutAt !== undefined) ftruncateSync(file, damage.cutAt);
  if (damage.lacksNewline) appendFileSync(file, "\n");
  return file;
}

/** The copy that has this damage in it already, or a name that is free. */
function copyFor(path: string): string {
  for (let count = 1; ; count++) {
    const copy = count === 1 ? `${path}.damaged` : `${path}.damaged-${count}`;
    if (!existsSync(copy) || isKept(path, copy)) return copy;
  }
}

/** A log is only added to: a copy of it is how it begins. */
function isKept(path: string, copy: string): boolean {
  if (!existsSync(copy)) return false;
  const bytes = readFileSync(copy);
  return readFileSync(path).subarray(0, bytes.length).equals(bytes);
}
