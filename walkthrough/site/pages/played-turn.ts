import type { Token, Tokens } from "marked";
import type { Chapter } from "../../../shared/course/manifest/chapter.ts";
import type { RecordingIndex } from "../recording/recording.ts";
import { type Played, playedBy, playedPlainly } from "./commands.ts";

/** Several events of one type in a row. */
export type Row = { type: string; event: number; times: number };

/** What every chapter can play, where its page shows no turn of its own. */
const usual = ["run-command", "read-file", "greeting"];

/** A margin holds no more. */
const mostRows = 18;

/**
 * The turn that has most of what its chapter adds: if it can be, one that the page shows, or one that it shows in
 * another way.
 */
export function playedOn(
  tokens: Token[],
  chapter: Chapter | undefined,
  index: RecordingIndex,
): Played | undefined {
  const commands = tokens.flatMap(commandsOf);
  const shown = [playedBy, playedPlainly].flatMap((find) => {
    return commands.flatMap((command) => find(command, index) ?? []);
  });
  const own = shown.filter((played) => !chapter || played.chapter === chapter.folder);
  const more = chapter ? othersOf(chapter, index) : [];
  const added = (played: Played) => {
    const events = eventsOf(played, index);
    return chapter?.newEvents.filter((type) => events.includes(type)).length ?? 0;
  };
  return [...own, ...more]
    .filter((played) => {
      const { length } = rowsOf(played, index);
      return length > 0 && length <= mostRows;
    })
    .toSorted((a, b) => added(b) - added(a))[0];
}

function othersOf({ folder }: Chapter, index: RecordingIndex): Played[] {
  const { scenarios = [] } = index.find(({ chapter }) => chapter === folder) ?? {};
  const names = [...usual, ...scenarios.map(({ name }) => name)];
  return names.map((scenario) => ({ chapter: folder, scenario }));
}

/** The events of a turn, with the pieces of one answer in one row. */
export function rowsOf(played: Played, index: RecordingIndex): Row[] {
  const rows: Row[] = [];
  for (const [place, type] of eventsOf(played, index).entries()) {
    const last = rows.at(-1);
    if (last?.type === type) last.times += 1;
    else rows.push({ type, event: place + 1, times: 1 });
  }
  return rows;
}

function eventsOf(played: Played, index: RecordingIndex): string[] {
  const { scenarios = [] } = index.find(({ chapter }) => chapter === played.chapter) ?? {};
  return scenarios.find(({ name }) => name === played.scenario)?.events ?? [];
}

function commandsOf(token: Token): string[] {
  if (token.type !== "code") return [];
  const { lang, text } = token as Tokens.Code;
  if (lang !== "console") return [];
  return text.split("\n").flatMap((line) => (line.startsWith("$ ") ? [line.slice(2)] : []));
}
