import { describe, expect, it } from "vitest";
import { nothingMeasured, reduceMetrics } from "../../chapters/11-metrics/metrics.ts";
import { tokensOfUsage } from "../../chapters/11-metrics/state/tokens.ts";
import { metricsOf } from "../../chapters/11-metrics/turn-metrics.ts";
import type { SessionEvent, SessionEventBody } from "../../shared/events.ts";
import { payload, runWithUsage } from "./measured.ts";

const first = {
  input_tokens: 1413,
  input_tokens_details: { cached_tokens: 384 },
  output_tokens: 2,
  output_tokens_details: { reasoning_tokens: 1 },
  total_tokens: 1415,
};

describe.concurrent("STR-10 the tokens of a turn", () => {
  it("are added up over its responses, and one that says nothing is unknown", async () => {
    const { requests, tokens } = await runWithUsage([
      first,
      undefined,
      { input_tokens: 100, output_tokens: 0 },
    ]);
    expect({ requests, tokens }).toEqual({
      requests: 3,
      tokens: { input: 1513, cached: 384, output: 2, reasoning: 1, total: 1515, unknown: 1 },
    });
  });

  it("count what was cached once: it is a part of the input", async () => {
    const { tokens } = await runWithUsage([first, first]);
    expect(tokens).toEqual({
      ...{ input: 2826, cached: 768, output: 4, reasoning: 2, total: 2830, unknown: 0 },
    });
  });

  it("are unknown, and not 0, where no response says anything", async () => {
    expect((await runWithUsage([null, undefined])).tokens).toEqual({ unknown: 2 });
  });

  it("are taken at a clock that stands, and at one that is set back", async () => {
    const start = Date.parse("2026-01-01T00:00:00.000Z");
    let time = start;
    const standing = await runWithUsage([first, first], () => new Date(start));
    const back = await runWithUsage([first, first], () => new Date(time--));
    for (const metrics of [standing, back]) {
      expect(payload(metrics)).toMatchObject({ timeMs: 0, firstMs: 0, toolMs: 0 });
    }
  });

  const { input_tokens_details, output_tokens_details, total_tokens, ...bare } = first;
  const known = { input: 1413, cached: 384, output: 2, reasoning: 1, total: 1415, unknown: 0 };
  const { cached, reasoning, ...plain } = known;
  const usages: [what: string, usage: unknown, tokens: object | undefined][] = [
    ["whole", first, known],
    ["without its details", bare, plain],
    [
      "with details of null",
      { ...bare, input_tokens_details: null, output_tokens_details: null },
      plain,
    ],
    [
      "with details that are none",
      { ...bare, input_tokens_details: 7, output_tokens_details: "" },
      plain,
    ],
    ["with another total", { ...bare, total_tokens: 1500 }, { ...plain, total: 1500 }],
    ["with a total that is none", { ...bare, total_tokens: null }, plain],
    [
      "of nothing",
      { input_tokens: 0, output_tokens: 0 },
      { input: 0, output: 0, total: 0, unknown: 0 },
    ],
    ["that is not there", undefined, undefined],
    ["that is null", null, undefined],
    ["that is a text", "many", undefined],
    ["that is empty", {}, undefined],
    ["with input alone", { input_tokens: 5 }, undefined],
    ["with output alone", { output_tokens: 5 }, undefined],
    ["with texts", { input_tokens: "5", output_tokens: "5" }, undefined],
    ["with null", { input_tokens: null, output_tokens: 5 }, undefined],
    ["with NaN", { input_tokens: Number.NaN, output_tokens: 5 }, undefined],
    ["with Infinity", { input_tokens: 5, output_tokens: Number.POSITIVE_INFINITY }, undefined],
    ["with less than nothing", { input_tokens: -1, output_tokens: 5 }, undefined],
    ["with a part of a token", { input_tokens: 1.5, output_tokens: 5 }, undefined],
  ];
  it.each(usages)("are read from a usage %s", (_, usage, tokens) => {
    expect(tokensOfUsage(usage as never)).toEqual(tokens);
  });
});

describe("the fold of a turn", () => {
  const measure = (...bodies: SessionEventBody[]) =>
    bodies
      .map((body, place): SessionEvent => {
        const at = new Date(Date.UTC(2026, 0, 1) + place * 10).toISOString();
        return { ...body, sessionId: "s", turnId: "t", sequence: place + 1, at };
      })
      .reduce(reduceMetrics, nothingMeasured);
  const endOf = (...bodies: SessionEventBody[]) =>
    metricsOf(measure(...bodies), { type: "turn.completed" }, Date.UTC(2026, 0, 1) + 1000);

  const started: SessionEventBody = { type: "turn.started" };
  const requested: SessionEventBody = { type: "model.requested", model: "any" };
  const call = { callId: "c", name: "look" };

  it("counts characters as a person does, not as JavaScript", () => {
    expect(endOf(started, { type: "assistant.message", text: "Hi 👋🏽" })).toMatchObject({
      chars: 5,
    });
  });

  it("takes the first piece of all, whichever it is, and a response where none came before", () => {
    const piece = { type: "assistant.delta", text: "Hi" } as const;
    const thought = { type: "reasoning.delta", text: "Hm" } as const;
    const responded: SessionEventBody = { type: "model.responded", items: [] };
    expect(endOf(started, requested, thought, piece, responded)).toMatchObject({ firstMs: 20 });
    expect(endOf(started, requested, piece, thought, piece)).toMatchObject({ firstMs: 20 });
    expect(endOf(started, requested, responded, piece)).toMatchObject({ firstMs: 20 });
    expect(endOf(started, requested)).not.toHaveProperty("firstMs");
  });

  it("adds up the calls, those that failed too, and not what lies between them", () => {
    const begins = { type: "tool.started", ...call, args: "{}" } as const;
    const ends = { type: "tool.finished", ...call, output: "" } as const;
    const fails = { type: "tool.failed", ...call, error: "no" } as const;
    const notice = { type: "notice", text: "Between." } as const;
    expect(endOf(started, begins, notice, ends, notice, notice, begins, fails)).toMatchObject({
      toolCalls: 2,
      toolMs: 30,
    });
  });

  it("begins anew with a turn, whatever was there before", () => {
    expect(endOf(started, requested, { type: "assistant.message", text: "Hi" }, started)).toEqual({
      ...{ type: "turn.metrics", status: "ok", timeMs: 970, requests: 0, toolCalls: 0, toolMs: 0 },
      ...{ chars: 0, tokens: { unknown: 0 } },
    });
  });

  it("gives back what it is given where nothing counts, and changes none of it", () => {
    const before = Object.freeze({ ...measure(started, requested) });
    const event = { type: "notice", text: "x", sessionId: "s", sequence: 9, at: "" } as const;
    expect(reduceMetrics(before, event)).toEqual(before);
  });
});
