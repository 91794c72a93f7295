import { describe, expect, it } from "vitest";
import type { RetryOptions } from "../chapters/10-retries/retry.ts";
import { type Chapter, chapters } from "../shared/course/chapters.ts";
import { alarms, unexplained } from "../shared/course/diff/ladder-alarms.ts";
import { ladderStats, readLadder } from "../shared/course/diff/ladder-stats.ts";
import { projectRoot } from "../shared/course/project-root.ts";
import type { SessionEvent } from "../shared/events.ts";
import type { Scenario } from "../shared/rehearsal/scenario.ts";
import { scenarios } from "../shared/rehearsal/scenarios/all.ts";
import { deep } from "./support/deep.ts";
import { type Traced, trace } from "./support/trace.ts";

/** Of each kind one: text, calls beside text, a command, a call that fails, a turn that does. */
const representatives = ["greeting", "texts-between-calls", "bad-json", "status-429"];

/** Each command is a program, so of the others those play one whose tool is not the one of the chapter before. */
const withCommand = [2, 3, 5, 9];

/**
 * The newest chapter plays everything but the 200 calls of one scenario, and is compared in all of it with the one before.
 * What the others do with each is told line by line in their own tests.
 */
function playedIn({ number }: Chapter): Scenario[] {
  const isNew = number === chapters.length;
  // on the wire of Responses the ways of other servers are ordinary answers
  const ordinary = scenarios.filter(({ responses }) => responses.every(({ chat }) => !chat));
  const playable = ordinary.filter(({ from }) => from <= number);
  return playable.filter(({ name }) => {
    if (deep) return true;
    if (isNew) return name !== "many-calls";
    if (name === "run-command") return withCommand.includes(number);
    return representatives.includes(name);
  });
}

/** Concurrent, because some of them wait: for a slow answer, for a command. */
describe.concurrent("every scenario", () => {
  for (const chapter of chapters.filter(({ number }) => number >= 2)) {
    it.each(playedIn(chapter))(
      `keeps to the grammar in ${chapter.folder}, and tells the model what it tells: $name`,
      async (scenario) => {
        const { events, inputs } = await play(chapter, scenario);
        // a notice may stand anywhere
        const inGrammar = events.filter(({ type }) => type !== "notice");
        const letters = inGrammar.map((event) => letter[event.type] ?? "?").join("");
        expect(letters).toMatch(grammar);
        expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1));
        const told = inputs.at(-1)?.flatMap((item) => {
          const { type, call_id, output } = item as Record<string, string>;
          return type === "function_call_output" ? [`${call_id} ${output}`] : [];
        });
        const ended = events.flatMap(toolEnd);
        expect(ended.slice(0, told?.length)).toEqual(told);
      },
    );
  }
});

/** A layer adds; it never reorders. What it adds is what its chapter names as new. */
describe.concurrent("the ladder property", () => {
  for (const [earlier, later] of neighbours()) {
    it.each(playedIn(later).filter(({ from }) => from <= earlier.number))(
      `holds from ${earlier.folder} to ${later.folder}: $name`,
      async (scenario) => {
        const { events: before } = await play(earlier, scenario);
        const { events: after } = await play(later, scenario);
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

/** A fault that stays stays. Where one passes, a second of the server's is waited for. */
function retriesOf({ responses }: Scenario): RetryOptions {
  const passes = responses.some(({ times }) => times !== undefined);
  return { firstDelayMs: 1, longestDelayMs: passes ? 1000 : 100 };
}

const known = new Map<string, Promise<Traced>>();

/** Two turns. Each chapter plays a scenario once, though it has two neighbours. */
function play({ folder }: Chapter, scenario: Scenario): Promise<Traced> {
  const key = `${folder} ${scenario.name}`;
  const traced =
    known.get(key) ??
    trace(folder, scenario, [scenario.user, "and now?"], { retries: retriesOf(scenario) });
  known.set(key, traced);
  return traced;
}

const step = "Q?r*[RD]*m?(a|t(qe)?p*[fx])+";
const broken = "Q?r*([RD]+i?)?";
const grammar = new RegExp(`^(SU(${step})*(M?C|(${broken})?M?F)){2}$`);

const letter: Partial<Record<SessionEvent["type"], string>> = {
  "turn.started": "S",
  "user.message": "U",
  "reasoning.delta": "R",
  "assistant.delta": "D",
  "assistant.interrupted": "i",
  "model.responded": "m",
  "assistant.message": "a",
  "tool.started": "t",
  "tool.progress": "p",
  "tool.finished": "f",
  "tool.failed": "x",
  "turn.completed": "C",
  "turn.failed": "F",
  "turn.cancelled": "X",
  "model.retrying": "r",
  "model.requested": "Q",
  "turn.metrics": "M",
  "approval.requested": "q",
  "approval.resolved": "e",
};

function toolEnd(event: SessionEvent): string[] {
  if (event.type === "tool.finished") return [`${event.callId} ${event.output}`];
  if (event.type === "tool.failed") return [`${event.callId} ${event.error}`];
  return [];
}

function neighbours(): [Chapter, Chapter][] {
  return chapters.slice(1).flatMap((later, index) => {
    const earlier = chapters[index];
    return earlier ? [[earlier, later] as [Chapter, Chapter]] : [];
  });
}

/**
 * The wording of an error may change from chapter to chapter, and so may what the model is told at the beginning, which costs
 * tokens. Details are for a screen, and the header is another one each time.
 */
function compared(event: SessionEvent): Record<string, unknown> {
  const { sessionId, turnId, sequence, at, details, tokens, usage, ...others }: Payload = event;
  // each event takes a millisecond of the clock
  const { timeMs, firstMs, toolMs, ...payload }: Record<string, unknown> = others;
  const wording = "error" in payload ? "error" : "reason" in payload ? "reason" : undefined;
  return wording ? { ...payload, [wording]: "…" } : payload;
}

type Payload = SessionEvent & { details?: unknown; tokens?: unknown; usage?: unknown };
