import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nothingMeasured, reduceMetrics } from "../../chapters/11-metrics/metrics.ts";
import { renderState } from "../../chapters/11-metrics/render-state.ts";
import {
  emptyState,
  reduceSessionEvent,
} from "../../chapters/11-metrics/state/reduce-session-event.ts";
import { noTotals, reduceTotals } from "../../chapters/11-metrics/state/reduce-totals.ts";
import { tokensOfUsage } from "../../chapters/11-metrics/state/tokens.ts";
import type { Totals } from "../../chapters/11-metrics/state/tui-state.ts";
import { metricsOf } from "../../chapters/11-metrics/turn-metrics.ts";
import type { SessionEvent } from "../../shared/events.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { answer, call, readNotes, say } from "../../shared/rehearsal/scenarios/script.ts";
import { inPlace, type Place, readLog } from "../07-sessions/kept.ts";
import { deep, sized } from "../support/deep.ts";
import { metricsIn, script, type TurnMetrics, turnsOf, useSession } from "./measured.ts";

const totalsOf = (events: SessionEvent[]) => events.reduce(reduceTotals, noTotals);

describe("the totals of a session", () => {
  it("are the sums over its turns, whole ones, failed ones and cancelled ones, and stay when it goes on", async () => {
    await inPlace(findScenario("read-file"), async (place) => {
      const path = join(place.folder, "s.jsonl");
      const turns = await useSession(
        place,
        async ({ run, session }) => {
          const whole = await run("one");
          place.rehearsal.play(findScenario("stream-ends-early"));
          const failed = await run("two");
          session.subscribe(({ type }) => {
            if (type === "model.requested") void session.dispatch({ type: "cancel" });
          });
          return [whole, failed, await run("three")];
        },
        { path },
      );
      expect(turns.map(({ status }) => status)).toEqual(["ok", "failed", "cancelled"]);
      const totals = totalsOf(await readLog(path));
      const [whole] = turns as [TurnMetrics];
      const sum = (name: "timeMs" | "requests" | "toolCalls" | "toolMs" | "chars") =>
        turns.reduce((before, turn) => before + turn[name], 0);
      expect(totals).toEqual({
        turns: 3,
        timeMs: sum("timeMs"),
        requests: sum("requests"),
        ...{ toolCalls: 1, toolMs: 1, chars: 9 },
        tokens: { ...whole.tokens, unknown: 2 },
      });

      place.rehearsal.play(findScenario("greeting"));
      const next = await useSession(place, ({ run }) => run("four"), { path });
      const kept = await readLog(path);
      const beforeNext = kept.slice(
        0,
        kept.findLastIndex(({ type }) => type === "turn.started"),
      );
      expect(totalsOf(beforeNext)).toEqual(totals);
      expect(totalsOf(kept).tokens.total).toBe(
        (whole.tokens.total ?? 0) + (next.tokens.total ?? 0),
      );
      expect(kept.reduce(reduceSessionEvent, emptyState).totals).toEqual(totalsOf(kept));
    });
  });

  it("begin anew with a session", () => {
    const header = { sessionId: "s", sequence: 1, at: "" };
    const started = { type: "session.started", version: 1, workspaceRoot: "/", ...header } as const;
    const { totals } = reduceSessionEvent(
      { ...emptyState, totals: { ...noTotals, turns: 3 } },
      started,
    );
    expect(totals).toEqual(noTotals);
  });

  it("keep their reference for every other event", () => {
    const event = { type: "notice", text: "x", sessionId: "s", sequence: 1, at: "" } as const;
    const totals: Totals = { ...noTotals, turns: 3 };
    expect(reduceTotals(totals, event)).toBe(totals);
  });
});

const run = call("c1", "run_command", '{"command":"echo ran"}');
const busy = {
  ...script(
    answer(say("I run it."), run, say("Then I read."), readNotes("c2")),
    answer(say("Done.")),
  ),
  files: { "notes.txt": "buy milk" },
};

describe("a turn that died with its program", () => {
  it("has its costs once, right before its ending, wherever its log ends", async () => {
    await inPlace(busy, async (place) => {
      const whole = await recordTurn(place);
      for (let kept = 2; kept < whole.length; kept++) {
        const path = join(place.folder, `${kept}.jsonl`);
        await writeFile(path, whole.slice(0, kept).join(""));
        await useSession(place, async () => {}, { path });
        const [turn = []] = turnsOf(await readLog(path));
        expect(turn.slice(-2).map(({ type }) => type)).toEqual(["turn.metrics", "turn.failed"]);
        const metrics = metricsIn(turn);
        // cut behind its costs, it has those of the turn that had ended
        expect(metrics.status).toBe(kept === whole.length - 1 ? "ok" : "failed");
        expect(costs(metrics)).toEqual(costs(foldAgain(turn)));
        expect(metrics.timeMs).toBeLessThan(60_000);
        expect(totalsOf(turn).turns).toBe(1);
      }
    });
  });

  it("took time until the last that was heard of it, and not until it was read again", async () => {
    await inPlace(busy, async (place) => {
      const whole = await recordTurn(place);
      const started = whole.findIndex((line) => line.includes('"type":"tool.started"'));
      const path = join(place.folder, "died.jsonl");
      await writeFile(path, whole.slice(0, started + 1).join(""));
      const now = () => new Date("2027-01-01T00:00:00.000Z");
      await useSession(place, async () => {}, { path, now });
      const [turn = []] = turnsOf(await readLog(path));
      const begun = Date.parse(turn[0]?.at ?? "");
      const last = Date.parse(JSON.parse(whole[started] ?? "").at);
      expect(metricsIn(turn)).toMatchObject({
        ...{ status: "failed", timeMs: last - begun, requests: 1, toolMs: 0 },
        // one was running, and one had not begun; both are told
        ...{ toolCalls: 2, chars: "I run it.Then I read.".length },
      });
    });
  });
});

/** The lines of a log with one whole turn. */
async function recordTurn(place: Place): Promise<string[]> {
  const path = join(place.folder, "whole.jsonl");
  await useSession(place, ({ run }) => run("go"), { path });
  return (await readFile(path, "utf8")).split(/(?<=\n)/);
}

/** What the events of a turn tell, read once more. */
function foldAgain(turn: SessionEvent[]): TurnMetrics {
  const measured = turn.reduce(reduceMetrics, nothingMeasured);
  return metricsOf(measured, { type: "turn.failed" }, 0) as TurnMetrics;
}

/** Without what depends on when it was asked. */
function costs({ requests, toolCalls, chars, tokens }: TurnMetrics): object {
  return { requests, toolCalls, chars, tokens };
}

const types = [
  ...["turn.started", "model.requested", "model.retrying", "reasoning.delta", "assistant.delta"],
  ...["model.responded", "assistant.message", "tool.started", "tool.finished", "tool.failed"],
  ...["turn.metrics", "turn.completed", "turn.failed", "turn.cancelled", "session.started"],
];
const dates = fc.constantFrom("2026-01-01T00:00:00.000Z", "2026-01-01T00:00:09.000Z", "then", "");
const number = fc.oneof(fc.nat(), fc.double(), fc.constantFrom(-1, Number.NaN, 2 ** 53));
const anyValue = fc.oneof(number, fc.anything());
const usage = fc.record(
  {
    input_tokens: anyValue,
    output_tokens: anyValue,
    total_tokens: anyValue,
    input_tokens_details: fc.oneof(fc.record({ cached_tokens: anyValue }), fc.anything()),
    output_tokens_details: fc.oneof(fc.record({ reasoning_tokens: anyValue }), fc.anything()),
  },
  { requiredKeys: [] },
);
const tokens = fc.record(
  { input: anyValue, cached: anyValue, output: anyValue, total: anyValue, unknown: anyValue },
  { requiredKeys: [] },
);

/** An event of a list that was cut, edited or written by another program. */
const brokenEvent = fc.record(
  {
    type: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...types) }, fc.anything()),
    at: fc.oneof({ weight: 9, arbitrary: dates }, fc.anything()),
    ...{ text: fc.anything(), delayMs: anyValue, reason: fc.anything(), status: fc.anything() },
    usage: fc.oneof(usage, fc.anything()),
    tokens: fc.oneof(tokens, fc.anything()),
    ...{ timeMs: anyValue, firstMs: anyValue, requests: anyValue, toolCalls: anyValue },
    ...{ toolMs: anyValue, chars: anyValue },
  },
  { requiredKeys: [] },
);
const anyEvents = fc.array(brokenEvent, { maxLength: 30 }) as unknown as fc.Arbitrary<
  SessionEvent[]
>;

describe("any sequence of events", () => {
  it("is measured in whole numbers, and shown without one that is none", () => {
    const endings = fc.constantFrom("turn.completed", "turn.failed", "turn.cancelled");
    fc.assert(
      fc.property(anyEvents, endings, (events, type) => {
        const measured = events.reduce(reduceMetrics, nothingMeasured);
        expect(numbersIn(metricsOf(measured, { type }, Date.now())).filter(isNone)).toEqual([]);
        const { totals } = events.reduce(reduceSessionEvent, emptyState);
        expect(numbersIn(totals).filter(isNone)).toEqual([]);
      }),
      { numRuns: sized(60, 5000) },
    );
  });

  it("is lines that hold no number that is none, and nothing that a terminal would obey", () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        for (const event of events) {
          const lines = renderState(reduceSessionEvent(emptyState, event));
          const ofCosts = lines.filter((text) => text.startsWith("meta> "));
          expect(ofCosts.join("\n")).not.toMatch(/NaN|Infinity|undefined|null|object|-\d/);
          expect(lines.join("")).not.toMatch(/[\p{Cc}\p{Cs}]/u);
        }
      }),
      { numRuns: sized(40, 5000) },
    );
  });

  it("has usages that are read, or nothing", () => {
    fc.assert(
      fc.property(fc.oneof(usage, fc.anything()), (value) => {
        const found = tokensOfUsage(value as never);
        expect(numbersIn(found ?? {}).filter(isNone)).toEqual([]);
      }),
      { numRuns: sized(100, 10_000) },
    );
  });
});

describe.skipIf(!deep)("a long session", () => {
  it("has exact sums", async () => {
    await inPlace(findScenario("read-file"), async (place) => {
      await useSession(place, async ({ run, events }) => {
        const turns: TurnMetrics[] = [];
        for (let turn = 0; turn < 200; turn++) turns.push(await run(`turn ${turn}`));
        const total = turns.reduce((sum, each) => sum + (each.tokens.total ?? 0), 0);
        expect(totalsOf(events)).toMatchObject({ turns: 200, requests: 400, tokens: { total } });
      });
    });
  });
});

function numbersIn(value: object): number[] {
  return Object.values(value).flatMap((each) =>
    typeof each === "number" ? [each] : typeof each === "object" ? numbersIn(each ?? {}) : [],
  );
}

function isNone(count: number): boolean {
  return !Number.isFinite(count) || count < 0;
}
