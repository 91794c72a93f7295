import { type Chapter, findChapter } from "../../../shared/course/chapters.ts";
import { placeOf } from "./place-of.ts";
import { playTurns } from "./play-turns.ts";
import { type Play, playsOf } from "./plays.ts";
import type { Recording } from "./recording.ts";

// the places of events are those of the sources, and some have a long way to their publisher
process.setSourceMapsEnabled(true);
Error.stackTraceLimit = 50;

const chapter = findChapter(process.argv[2] ?? "");
// side by side, because some of them wait
const recordings = await Promise.all(playsOf(chapter).map((play) => record(chapter, play)));
process.stdout.write(JSON.stringify(recordings));

async function record(chapter: Chapter, play: Play): Promise<Recording> {
  const { steps, wire } = await playTurns(chapter, play);
  return {
    chapter: chapter.folder,
    scenario: play.name,
    prompts: play.prompts,
    wire,
    steps: steps.map(({ event, wire, stack }) => ({
      event,
      wire,
      code: placeOf(chapter, event, stack),
      screen: 0,
    })),
    screens: [{ columns: 80, rows: [] }],
  };
}
