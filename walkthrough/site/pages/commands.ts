import { chapters } from "../../../shared/course/chapters.ts";
import { readCommandLine } from "../../../shared/course/walkthrough/command-line.ts";
import type { RecordingIndex } from "../recording/recording.ts";

/** Where the site shows what a command would print: an address below the root. */
export type Shown = { href: string; label: string };

/** A turn that the page shows, by its command: `npx one-turn trace 03 --scenario read-file`. */
export type Played = { chapter: string; scenario: string };

/** What the site has to show for a command. Nothing for one that asks for more than the site keeps. */
export function shownFor(command: string, index: RecordingIndex): Shown | undefined {
  const played = playedBy(command, index);
  if (played) return { href: playerAddress(played), label: "Play this turn" };
  const [from, to] = comparedBy(command);
  return from && to ? { href: diffAddress(from, to), label: "The whole difference" } : undefined;
}

export function playedBy(command: string, index: RecordingIndex): Played | undefined {
  const [, verb, number = "", flag, scenario = "", ...more] = wordsOf(command);
  if (verb !== "trace" || flag !== "--scenario") return undefined;
  if (more.some((word) => word !== "--wire" && word !== "--json")) return undefined;
  const chapter = folderOf(number);
  const known = index.find((each) => each.chapter === chapter)?.scenarios ?? [];
  if (!chapter || !known.some(({ name }) => name === scenario)) return undefined;
  return { chapter, scenario };
}

export function playerAddress({ chapter, scenario }: Played, event?: number): string {
  const address = `player/?chapter=${chapter}&scenario=${scenario}`;
  return event === undefined ? address : `${address}&event=${event}`;
}

/** Neighbours have a page of their own. */
export function diffAddress(from: string, to: string): string {
  const places = [from, to].map((folder) => chapters.findIndex((each) => each.folder === folder));
  const neighbours = (places[0] ?? 0) + 1 === places[1];
  return neighbours ? `diff/${from}..${to}/` : `diff/?from=${from}&to=${to}`;
}

function comparedBy(command: string): (string | undefined)[] {
  const [, verb, from = "", to = ""] = wordsOf(command);
  return verb === "diff" ? [folderOf(from), folderOf(to)] : [];
}

/** From "one-turn" on. */
function wordsOf(command: string): string[] {
  try {
    const { words } = readCommandLine(command);
    return words[0] === "npx" && words[1] === "one-turn" ? words.slice(1) : [];
  } catch {
    return [];
  }
}

function folderOf(number: string): string | undefined {
  return chapters.find(({ folder }) => folder.startsWith(`${number}-`))?.folder;
}
