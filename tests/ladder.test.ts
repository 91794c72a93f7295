import { describe, expect, it } from "vitest";
import { type Chapter, chapters } from "../shared/course/chapters.ts";
import { alarms, unexplained } from "../shared/course/diff/ladder-alarms.ts";
import { ladderStats, readLadder } from "../shared/course/diff/ladder-stats.ts";
import { projectRoot } from "../shared/course/project-root.ts";
import type { SessionEvent } from "../shared/events.ts";
import type { Scenario } from "../shared/rehearsal/scenario.ts";
import { scenarios } from "../shared/rehearsal/scenarios/all.ts";
import { trace } from "./support/trace.ts";

/** A layer adds; it never reorders. What it adds is what its chapter names as new. */
describe("the ladder property", () => {
  for (const [earlier, later] of neighbours()) {
    const playable = scenarios.filter(({ from }) => from <= earlier.number);

    it.each(playable)(
      `holds from ${earlier.folder} to ${later.folder}: $name`,
      async (scenario) => {
        const before = await eventsOf(earlier, scenario);
        const after = await eventsOf(later, scenario);
        const left = after.filter(({ type }) => !later.newEvents.includes(type));
        expect(left.map(compared)).toEqual(before.map(compared));
      },
    );
  }
});

it("keeps to its budgets, or gives a reason in the manifest", () => {
  const found = alarms(ladderStats(readLadder(projectRoot())));
  expect(found.flatMap(unexplained)).toEqual([]);
});

const known = new Map<string, Promise<SessionEvent[]>>();

/** Each chapter plays a scenario once, though it has two neighbours. */
function eventsOf({ folder }: Chapter, scenario: Scenario): Promise<SessionEvent[]> {
  const key = `${folder} ${scenario.name}`;
  const events = known.get(key) ?? trace(folder, scenario).then((traced) => traced.events);
  known.set(key, events);
  return events;
}

function neighbours(): [Chapter, Chapter][] {
  return chapters.slice(1).flatMap((later, index) => {
    const earlier = chapters[index];
    return earlier ? [[earlier, later] as [Chapter, Chapter]] : [];
  });
}

/** The wording of an error may change from chapter to chapter, and the header is another one each time. */
function compared(event: SessionEvent): Record<string, unknown> {
  const { sessionId, turnId, sequence, at, ...payload } = event;
  return "error" in payload ? { ...payload, error: "…" } : payload;
}
