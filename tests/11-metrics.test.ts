import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  emptyState,
  reduceSessionEvent,
} from "../chapters/11-metrics/state/reduce-session-event.ts";
import { transcriptItems } from "../chapters/11-metrics/state/transcript-items.ts";
import type { SessionEvent } from "../shared/events.ts";
import { findScenario } from "../shared/rehearsal/scenarios/all.ts";
import { answer, fail, say } from "../shared/rehearsal/scenarios/script.ts";
import { numbered, turnStarted, user } from "./04-reducer/events.ts";
import { write } from "./06-streaming/pieces.ts";
import {
  metricsIn,
  payload,
  script,
  type TurnMetrics,
  tokensOnWire,
  turnsOf,
  withSession,
} from "./11-metrics/measured.ts";
import { trace } from "./support/trace.ts";
import { type TurnTrace, told, turnTraces } from "./support/turn-traces.ts";

const chapter = "11-metrics";
const retries = { firstDelayMs: 1 };

/** As `told`; what the costs are is asked for by the tests that are about them. */
function line(event: SessionEvent): string {
  return event.type === "turn.metrics" ? `turn.metrics ${event.status}` : told(event);
}

/** Each step begins with its request, and the costs stand before the ending. */
function linesWithCosts({ begins, steps, ends }: TurnTrace): string[] {
  const status = ends === "turn.completed" ? "ok" : "failed";
  const requested = steps.flatMap((step) => ["model.requested rehearsal-1", ...step]);
  return [...begins, ...requested, `turn.metrics ${status}`, ends];
}

describe.concurrent("a turn", () => {
  it.each(Object.entries(turnTraces))("tells its requests and its costs: %s", async (...row) => {
    const [name, turn] = row;
    const { events, wire } = await trace(chapter, name, undefined, { retries });
    expect(events.map(line)).toEqual(linesWithCosts(turn));
    const { requests, toolCalls } = metricsIn(events);
    expect({ requests, toolCalls }).toEqual({
      requests: wire.filter((entry) => entry.wire === "request").length,
      toolCalls: events.filter(({ type }) => type === "tool.started").length,
    });
  });

  it("tells of a request once, before its first attempt: overloaded", async () => {
    const { events } = await trace(chapter, "overloaded", undefined, { retries });
    const overloaded =
      "503 That model is currently overloaded with other requests. You can retry your request.";
    expect(events.map(line)).toEqual([
      ...["turn.started", "user.message What is in notes.txt?"],
      ...["model.requested rehearsal-1", "model.responded function_call"],
      'tool.started call_1 read_workspace_file {"path":"notes.txt","start_line":1}',
      "tool.finished call_1 read_workspace_file buy milk",
      "model.requested rehearsal-1",
      `model.retrying 2 0 ${overloaded}`,
      `model.retrying 3 0 ${overloaded}`,
      ...["assistant.delta Buy", "assistant.delta  milk", "assistant.delta ."],
      ...["model.responded message", "assistant.message Buy milk."],
      ...["turn.metrics ok", "turn.completed"],
    ]);
  });

  it("still runs when it tells its costs, and takes no other turn before its ending", async () => {
    await withSession(findScenario("greeting"), async ({ session, run }) => {
      const seen: string[] = [];
      session.subscribe(({ type }) => {
        if (type.startsWith("turn.")) seen.push(`${type}: ${session.status}`);
      });
      await run("hello");
      expect(seen).toEqual([
        "turn.started: running",
        "turn.metrics: running",
        "turn.completed: idle",
      ]);
    });
  });

  it("is a list of events with a header each", async () => {
    const { events } = await trace(chapter, "greeting");
    const header = { sessionId: "id_1", turnId: "id_2" };
    expect(events[2]).toEqual({
      ...{ type: "model.requested", model: "rehearsal-1", ...header },
      ...{ sequence: 3, at: "2026-01-01T00:00:00.002Z" },
    });
    // whoever asks what time it is moves the clock: for the costs, and for their event
    expect(events.at(-2)).toMatchObject({
      ...{ type: "turn.metrics", timeMs: 12, ...header },
      ...{ sequence: 13, at: "2026-01-01T00:00:00.013Z" },
    });
  });
});

/** With a clock that goes on by a millisecond for each event. */
describe.concurrent("the costs of a turn", () => {
  type Costs = {
    timeMs: number;
    firstMs: number;
    toolCalls: number;
    toolMs: number;
    chars: number;
  };
  const costs: Record<string, Costs & { requests: number }> = {
    greeting: { timeMs: 12, firstMs: 3, requests: 1, toolCalls: 0, toolMs: 0, chars: 27 },
    // what it thinks is a piece of its response
    reasoning: { timeMs: 19, firstMs: 3, requests: 1, toolCalls: 0, toolMs: 0, chars: 21 },
    // the first response has no piece, and comes whole
    "read-file": { timeMs: 12, firstMs: 3, requests: 2, toolCalls: 1, toolMs: 1, chars: 9 },
    "two-calls": { timeMs: 19, firstMs: 3, requests: 2, toolCalls: 2, toolMs: 2, chars: 31 },
    // the text beside the call counts too
    "text-beside-call": { timeMs: 17, firstMs: 3, requests: 2, toolCalls: 1, toolMs: 1, chars: 21 },
    // a call that failed has taken its time too
    "unknown-tool": { timeMs: 20, firstMs: 3, requests: 2, toolCalls: 1, toolMs: 1, chars: 36 },
    // each attempt is a request
    overloaded: { timeMs: 14, firstMs: 3, requests: 4, toolCalls: 1, toolMs: 1, chars: 9 },
  };

  it.each(Object.entries(costs))("are those of all its steps: %s", async (name, expected) => {
    const { events, wire } = await trace(chapter, name, undefined, { retries });
    expect(payload(metricsIn(events))).toEqual({
      type: "turn.metrics",
      status: "ok",
      ...expected,
      tokens: tokensOnWire(wire),
    });
  });

  it("are unknown where no response came, and no text of it counts: stream-ends-early", async () => {
    const { events } = await trace(chapter, "stream-ends-early");
    expect(payload(metricsIn(events))).toEqual({
      ...{ type: "turn.metrics", status: "failed", timeMs: 7, firstMs: 3, requests: 1 },
      ...{ toolCalls: 0, toolMs: 0, chars: 0, tokens: { unknown: 1 } },
    });
  });

  it("are there where the server refuses too, without a first piece: model-error", async () => {
    const { events } = await trace(chapter, "model-error");
    expect(payload(metricsIn(events))).toEqual({
      ...{ type: "turn.metrics", status: "failed", timeMs: 3, requests: 1 },
      ...{ toolCalls: 0, toolMs: 0, chars: 0, tokens: { unknown: 1 } },
    });
  });

  it("count each attempt of a request that failed in the end: status-500", async () => {
    const { events } = await trace(chapter, "status-500", undefined, { retries });
    expect(metricsIn(events)).toMatchObject({ requests: 4, tokens: { unknown: 1 } });
  });

  it("are those of what was sent before a cancel", async () => {
    const scenario = { ...findScenario("greeting"), responses: [{ output: [], delayMs: 60_000 }] };
    await withSession(scenario, async ({ session, run, events, place }) => {
      const untilAsked = async () => {
        while (place.rehearsal.requests.length === 0) await setImmediate();
        await session.dispatch({ type: "cancel" });
      };
      void untilAsked();
      expect(payload(await run("hello"))).toEqual({
        ...{ type: "turn.metrics", status: "cancelled", timeMs: 3, requests: 1 },
        ...{ toolCalls: 0, toolMs: 0, chars: 0, tokens: { unknown: 1 } },
      });
      expect(events.at(-1)?.type).toBe("turn.cancelled");
    });
  });

  it("count an attempt that was sent, and not one that a cancel came before", async () => {
    for (const [retryAfter, attempts] of [
      ["600", 1],
      ["0", 2],
    ] as const) {
      const scenario = script({ ...fail("status-429", say("Never.")), retryAfter });
      await withSession(scenario, async ({ session, run, place }) => {
        const { requests } = place.rehearsal;
        session.subscribe(async ({ type }) => {
          if (type !== "model.retrying") return;
          place.rehearsal.play(script({ output: [], delayMs: 60_000 }));
          while (requests.length < attempts) await setImmediate();
          void session.dispatch({ type: "cancel" });
        });
        expect(await run("go")).toMatchObject({ status: "cancelled", requests: attempts });
        expect(requests).toHaveLength(attempts);
      });
    }
  });

  it("are nothing where a cancel came before the first request", async () => {
    await withSession(findScenario("greeting"), async ({ session, run, place }) => {
      session.subscribe(({ type }) => {
        if (type === "turn.started") void session.dispatch({ type: "cancel" });
      });
      expect(payload(await run("hello"))).toEqual({
        ...{ type: "turn.metrics", status: "cancelled", timeMs: 2, requests: 0 },
        ...{ toolCalls: 0, toolMs: 0, chars: 0, tokens: { unknown: 0 } },
      });
      expect(place.rehearsal.requests).toEqual([]);
    });
  });

  it("are in characters as a reader counts them", async () => {
    await withSession(script(answer(say("Hi 👍."))), async ({ run }) => {
      expect(payload(await run("go"))).toMatchObject({ chars: 5 });
    });
  });

  it("begin anew in each turn, and a notice between two turns is of none", async () => {
    await withSession(findScenario("read-file"), async ({ session, run, events }) => {
      const first = await run("one");
      await session.dispatch({ type: "note", text: "Between." });
      const second = await run("two");
      const { tokens, ...others } = payload(second);
      expect({ ...others, tokens: first.tokens }).toEqual(payload(first));
      // it hears more
      expect(tokens.input).toBeGreaterThan(first.tokens.input ?? Infinity);
      expect(turnsOf(events).map((turn) => turn.at(-2))).toEqual([first, second]);
    });
  });
});

describe("the costs of a session", () => {
  it("are the sums over its turns, also over one that failed", async () => {
    await withSession(findScenario("read-file"), async ({ run, events, place }) => {
      const turns = [await run("one"), await run("two")];
      place.rehearsal.play(findScenario("stream-ends-early"));
      turns.push(await run("three"));
      const sum = (count: (turn: TurnMetrics) => number | undefined) =>
        turns.reduce((before, turn) => before + (count(turn) ?? 0), 0);
      expect(events.reduce(reduceSessionEvent, emptyState).totals).toEqual({
        turns: 3,
        timeMs: sum(({ timeMs }) => timeMs),
        ...{ requests: 5, toolCalls: 2, toolMs: 2, chars: 18 },
        tokens: {
          input: sum(({ tokens }) => tokens.input),
          cached: sum(({ tokens }) => tokens.cached),
          output: sum(({ tokens }) => tokens.output),
          reasoning: sum(({ tokens }) => tokens.reasoning),
          total: sum(({ tokens }) => tokens.total),
          unknown: 1,
        },
      });
    });
  });

  it("stay the same object at every other event", async () => {
    await withSession(findScenario("greeting"), async ({ run, events }) => {
      await run("hello");
      const states = [emptyState];
      for (const event of events)
        states.push(reduceSessionEvent(states.at(-1) ?? emptyState, event));
      const changed = events.filter(
        (_, index) => states[index]?.totals !== states[index + 1]?.totals,
      );
      expect(changed.map(({ type }) => type)).toEqual(["turn.metrics"]);
    });
  });
});

describe("the screen", () => {
  it("changes where an event says so, and is the same object where it does not", () => {
    const events = numbered([turnStarted, user("go"), write("He"), write("llo")]);
    const state = events.reduce(reduceSessionEvent, emptyState);
    const { transcript, ...others } = state;
    expect(transcriptItems(transcript)).toEqual([{ kind: "user", text: "go" }]);
    expect(others).toEqual({
      status: { turn: "running" },
      draft: [{ kind: "draft", text: "Hello" }],
      totals: emptyState.totals,
    });
    const [unknown] = numbered([{ type: "moon.rose" } as never]) as [SessionEvent];
    expect(reduceSessionEvent(state, unknown)).toBe(state);
  });
});
