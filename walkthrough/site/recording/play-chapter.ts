import { findChapter } from "../../../shared/course/chapters.ts";
import { drawScreens } from "./draw-screens.ts";
import { keepScreens } from "./keep-screens.ts";
import { placeOf } from "./place-of.ts";
import { type Played, playTurns } from "./play-turns.ts";
import { type Play, playsOf } from "./plays.ts";
import type { Recording, Step } from "./recording.ts";

// the places of events are those of the sources, and some have a long way to their publisher
process.setSourceMapsEnabled(true);
Error.stackTraceLimit = 50;
// each screen waits for the end of the program
process.setMaxListeners(0);

const [, , folder = "", ...only] = process.argv;
const chapter = findChapter(folder);
const plays = playsOf(chapter).filter(({ name }) => only.length === 0 || only.includes(name));
const played = new Map<Play, Played>();
// while a command runs, nothing else is in the way of what it prints
for (const each of plays.filter(({ progress }) => progress)) await play(each);
// the others side by side, because some of them wait
await Promise.all(plays.filter(({ progress }) => !progress).map(play));
const recordings = await Promise.all([...played].map(record));
const inOrder = plays.flatMap(({ name }) => recordings.filter(({ scenario }) => scenario === name));
process.stdout.write(JSON.stringify(inOrder));

async function play(each: Play): Promise<void> {
  played.set(each, await playTurns(chapter, each));
}

async function record([play, { steps, wire }]: [Play, Played]): Promise<Recording> {
  const { screens, keep } = keepScreens();
  const events = steps.map(({ event }) => event);
  const cancelled = events.findIndex(({ type }) => type === play.options.cancelAfter);
  const shown: number[] = [];
  for await (const window of drawScreens(chapter, play, events)) shown.push(keep(window));
  return {
    chapter: chapter.folder,
    scenario: play.name,
    prompts: play.prompts,
    wire,
    steps: steps.map(({ event, wire, stack }, place) => {
      const code = placeOf(chapter, event, stack);
      const step: Step = { event, wire, ...(code && { code }), screen: shown[place] ?? 0 };
      return place === cancelled ? { ...step, cancels: true } : step;
    }),
    screens,
  };
}
