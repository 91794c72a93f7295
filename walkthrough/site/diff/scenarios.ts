import type { Chapter } from "../../../shared/course/chapters.ts";
import { alignTraces, type TraceDiff } from "../../../shared/course/diff/align-traces.ts";
import type { DiffedChapter } from "../../../shared/course/diff/chapter-diff.ts";
import type { Recording, RecordingIndex } from "../recording/recording.ts";

/** What both chapters have played; the events are those of the later one. */
export type SharedScenario = { name: string; events: string[] };

export function sharedScenarios(
  index: RecordingIndex,
  [from, to]: [Chapter, Chapter],
): SharedScenario[] {
  const [earlier, later] = from.number < to.number ? [from, to] : [to, from];
  const playedBy = ({ folder }: Chapter) =>
    index.find(({ chapter }) => chapter === folder)?.scenarios ?? [];
  const known = playedBy(earlier).map(({ name }) => name);
  return playedBy(later).filter(({ name }) => known.includes(name));
}

/**
 * The one that is asked for; else the one that shows most of what is new, the usual one when others
 * show no more.
 */
export function chooseScenario(
  shared: SharedScenario[],
  newEvents: string[],
  wanted?: string | null,
): string | undefined {
  const asked = shared.find(({ name }) => name === wanted);
  if (asked) return asked.name;
  const usual = shared.filter(({ name }) => name === "run-command");
  const newIn = ({ events }: SharedScenario) =>
    newEvents.filter((type) => events.includes(type)).length;
  return [...usual, ...shared].reduce<SharedScenario | undefined>(
    (best, each) => (best && newIn(each) <= newIn(best) ? best : each),
    undefined,
  )?.name;
}

/** Two recordings of one scenario. */
export function compareRecordings(before: Recording, after: Recording): TraceDiff {
  const eventsOf = ({ steps }: Recording) => steps.map(({ event }) => event);
  return {
    from: chapterOf(before),
    to: chapterOf(after),
    scenario: after.scenario,
    user: after.prompts.join(" "),
    rows: alignTraces(eventsOf(before), eventsOf(after)),
  };
}

function chapterOf({ chapter }: Recording): DiffedChapter {
  return { number: Number.parseInt(chapter, 10), folder: chapter };
}
