import { type Chapter, chapters } from "../../../shared/course/chapters.ts";
import { readCommandLine } from "../../../shared/course/walkthrough/command-line.ts";
import { type Play, playsOf } from "../recording/plays.ts";
import type { RecordingIndex } from "../recording/recording.ts";

/** Where the site shows what a command would print: an address below the root. */
export type Shown = { href: string; label: string };

/** A recorded turn: its chapter, and the name of its recording. */
export type Played = { chapter: string; scenario: string };

/** What the site has to show for a command. Nothing for one that asks for more than the site keeps. */
export function shownFor(command: string, index: RecordingIndex): Shown | undefined {
  const played = playedBy(command, index);
  if (played) return { href: playerAddress(played), label: "Play this turn" };
  const [from, to, file] = comparedBy(command);
  if (!from || !to) return undefined;
  const href = diffAddress(from, to);
  if (!file) return { href, label: "The whole difference" };
  return { href: `${href}#${encodeURI(file)}`, label: `What changed in ${file}` };
}

/** The recording of what a command does: `npx one-turn trace 13 --scenario run-command --phase plan`. */
export function playedBy(command: string, index: RecordingIndex): Played | undefined {
  return recordedAs(command, index, optionsOf);
}

/** The recording of the same scenario, played as it is written. */
export function playedPlainly(command: string, index: RecordingIndex): Played | undefined {
  return recordedAs(command, index, () => ({}));
}

type Options = Play["options"];

function recordedAs(
  command: string,
  index: RecordingIndex,
  read: (words: string[]) => Options | undefined,
): Played | undefined {
  const [, verb, number = "", flag, scenario, ...more] = wordsOf(command);
  if (verb !== "trace" || flag !== "--scenario") return undefined;
  const chapter = chapterOf(number);
  const options = read(more);
  if (!chapter || !options) return undefined;
  const play = playsOf(chapter).find((each) => {
    return each.scenario.name === scenario && isSame(each.options, options);
  });
  const known = index.find((each) => each.chapter === chapter.folder)?.scenarios ?? [];
  if (!play || !known.some(({ name }) => name === play.name)) return undefined;
  return { chapter: chapter.folder, scenario: play.name };
}

/** What the turn is asked for. Undefined when that is more than a recording can be. */
function optionsOf(words: string[]): Options | undefined {
  const left = words.filter((word) => word !== "--wire" && word !== "--json");
  const options: Record<string, string> = {};
  for (let at = 0; at < left.length; at += 2) {
    const [flag = "", value] = left.slice(at, at + 2);
    const name = flags[flag];
    if (!name || value === undefined) return undefined;
    options[name] = value;
  }
  return options as Options;
}

const flags: Record<string, keyof Options> = {
  "--cancel-after": "cancelAfter",
  "--approve": "approve",
  "--phase": "phase",
  "--provider": "provider",
};

function isSame(some: Options, others: Options): boolean {
  return Object.values(flags).every((name) => some[name] === others[name]);
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
  const [, verb, from = "", to = "", flag, file] = wordsOf(command);
  if (verb !== "diff") return [];
  return [folderOf(from), folderOf(to), flag === "--file" ? file : undefined];
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
  return chapterOf(number)?.folder;
}

function chapterOf(number: string): Chapter | undefined {
  return chapters.find(({ folder }) => folder.startsWith(`${number}-`));
}
