import { setTimeout } from "node:timers/promises";
import { APIConnectionError } from "openai";
import { describe, expect, it } from "vitest";
import { type RetryOptions, withRetries } from "../chapters/10-retries/retry.ts";
import {
  emptyState,
  reduceSessionEvent,
} from "../chapters/10-retries/state/reduce-session-event.ts";
import { transcriptItems } from "../chapters/10-retries/state/transcript-items.ts";
import type { AgentEvent, SessionEvent, SessionEventBody } from "../shared/events.ts";
import type { Scenario } from "../shared/rehearsal/scenario.ts";
import { answer, fail, notes, readNotes, say } from "../shared/rehearsal/scenarios/script.ts";
import { ask, hi, refusal } from "./10-retries/answering-server.ts";
import {
  CANCELLED,
  LIMITED,
  NO_ANSWER,
  OVERLOADED,
  script,
  soon,
  withSession,
} from "./10-retries/tried.ts";
import { sentence } from "./support/exercise.ts";
import { trace } from "./support/trace.ts";
import { linesOf, told, turnTraces } from "./support/turn-traces.ts";

const chapter = "10-retries";

async function play(scenario: string | Scenario, prompts?: string[], retries?: RetryOptions) {
  const options = { retries: { ...soon, ...retries } };
  const { events, wire } = await trace(chapter, scenario, prompts, options);
  const requests = wire.filter((entry) => entry.wire === "request").length;
  return { lines: events.map(told), events, requests };
}

describe.concurrent("a turn in which no request fails, or one for a reason that stays", () => {
  it.each(Object.entries(turnTraces))("is as before: %s", async (name, turn) => {
    expect((await play(name)).lines).toEqual(linesOf(turn));
  });
});

const hello = ["turn.started", "user.message hello"];
const asksForNotes = ["turn.started", "user.message What is in notes.txt?"];
const readsNotes = [
  "model.responded function_call",
  'tool.started call_1 read_workspace_file {"path":"notes.txt","start_line":1}',
  "tool.finished call_1 read_workspace_file buy milk",
];
const answers = (text: string) => [
  ...(text.match(/^\w+| \w+|\./g) ?? []).map((piece) => `assistant.delta ${piece}`),
  "model.responded message",
  `assistant.message ${text}`,
  "turn.completed",
];

describe.concurrent("a request that failed for a reason that may pass", () => {
  it("is sent again when the server's time is over", async () => {
    const busy = { ...fail("status-503", say("Hello again.")), times: 1, retryAfter: "0.05" };
    const { lines, requests } = await play(script(busy));
    expect(lines).toEqual([
      ...["turn.started", "user.message go"],
      `model.retrying 2 50 ${OVERLOADED}`,
      ...answers("Hello again."),
    ]);
    expect(requests).toBe(2);
  });

  it("is that of one step, and the steps before it stay: overloaded", async () => {
    const { lines, requests } = await play("overloaded");
    expect(lines).toEqual([
      ...asksForNotes,
      ...readsNotes,
      `model.retrying 2 0 ${OVERLOADED}`,
      `model.retrying 3 0 ${OVERLOADED}`,
      ...answers("Buy milk."),
    ]);
    expect(requests).toBe(4);
  });

  it("may never have reached a server: lost-once", async () => {
    const { lines, requests } = await play("lost-once");
    expect(lines).toEqual([...hello, `model.retrying 2 1 ${NO_ANSWER}`, ...answers("Here I am.")]);
    expect(requests).toBe(2);
  });

  it("begins anew in each step, and in each turn", async () => {
    const scenario: Scenario = {
      ...script(
        { ...fail("status-500", readNotes("call_1")), times: 3 },
        { ...fail("status-500", { type: "message", text: "Buy milk." }), times: 3 },
      ),
      files: notes,
    };
    const { lines, requests } = await play(scenario, ["go", "again"]);
    const error = "500 The server had an error while processing your request.";
    const retries = [`2 1 ${error}`, `3 2 ${error}`, `4 4 ${error}`].map(
      (payload) => `model.retrying ${payload}`,
    );
    const turn = (text: string) => [
      ...["turn.started", `user.message ${text}`],
      ...[...retries, ...readsNotes],
      ...[...retries, ...answers("Buy milk.")],
    ];
    expect(lines).toEqual([...turn("go"), ...turn("again")]);
    expect(requests).toBe(16);
  });

  const lasting: [name: string, error: string][] = [
    ["status-500", "500 The server had an error while processing your request."],
    ["status-503", OVERLOADED],
    ["connection-reset", NO_ANSWER],
  ];
  it.each(lasting)("is sent four times, each wait twice as long: %s", async (name, error) => {
    const { lines, requests } = await play(name);
    expect(lines).toEqual([
      ...hello,
      `model.retrying 2 1 ${error}`,
      `model.retrying 3 2 ${error}`,
      `model.retrying 4 4 ${error}`,
      `turn.failed ${error}`,
    ]);
    expect(requests).toBe(4);
  });

  it("is not sent again where the account is empty: quota-exceeded", async () => {
    const { lines, requests } = await play("quota-exceeded");
    const error =
      "429 You exceeded your current quota, please check your plan and billing details.";
    expect(lines).toEqual([...hello, `turn.failed ${error}`]);
    expect(requests).toBe(1);
  });

  it("is not sent again where the server asks for a longer wait than is allowed", async () => {
    const scenario = script({ ...fail("status-429", say("Never.")), retryAfter: "1" });
    const { lines, requests } = await play(scenario, undefined, { longestDelayMs: 500 });
    expect(lines).toEqual([
      ...["turn.started", "user.message go"],
      `turn.failed ${LIMITED} The server asks to wait 1 min.`,
    ]);
    expect(requests).toBe(1);
  });

  it("waits as long as the server asks before the next attempt alone", async () => {
    expect(await ask([refusal(429, { "retry-after": "0" }), refusal(429), hi])).toEqual({
      told: ["model.retrying 2 0 429 Not now.", "model.retrying 3 2 429 Not now."],
      said: "Hi.",
      requests: 3,
    });
  });

  it("has a reason of 500 characters at most, where the server says more", async () => {
    const page = { status: 500, body: { error: { message: "Busy. ".repeat(100) } } };
    const { told, said } = await ask([page, hi]);
    const reason = told[0]?.replace("model.retrying 2 1 ", "") ?? "";
    expect({ begins: reason.slice(0, 16), said }).toEqual({
      begins: "500 Busy. Busy. ",
      said: "Hi.",
    });
    expect(reason.length).toBeLessThanOrEqual(500);
  });

  it("leaves the turn fit for the next one, also when it failed in the end", async () => {
    const scenario = { ...script(answer(readNotes("call_1")), fail("status-503")), files: notes };
    const { events, inputs } = await trace(chapter, scenario, ["go", "again"], { retries: soon });
    expect(events.filter(({ type }) => type === "turn.failed")).toHaveLength(2);
    expect(inputs).toHaveLength(10);
    // each attempt is the same request
    expect(new Set(inputs.map((input) => JSON.stringify(input))).size).toBe(4);
  });

  it("is an event with a header, and the attempt that comes", async () => {
    const { events } = await play("lost-once");
    expect(events[2]).toEqual({
      type: "model.retrying",
      attempt: 2,
      delayMs: 1,
      reason: expect.stringMatching(/^No answer from http:\/\/127\.0\.0\.1:\d+\/v1\./),
      sessionId: "id_1",
      turnId: "id_2",
      sequence: 3,
      at: "2026-01-01T00:00:00.002Z",
    });
  });
});

describe("a response that broke off", () => {
  it("before a piece of it was told is asked for again, and its call runs once", async () => {
    // behind the whole call, and without the final event
    const broken = { ...fail("stream-ends-early", readNotes("call_1")), after: -1, times: 1 };
    const scenario = { ...script(broken, answer(say("Buy milk."))), files: notes };
    const { lines, requests } = await play(scenario);
    const early = "The response ended in the middle: the server closed the stream too early.";
    expect(lines).toEqual([
      ...["turn.started", "user.message go", `model.retrying 2 1 ${early}`],
      ...[...readsNotes, ...answers("Buy milk.")],
    ]);
    expect(requests).toBe(3);
  });

  it("behind a piece of what the model thinks is not", async () => {
    const thinks = { type: "reasoning" as const, text: "Well.", pieces: ["We", "ll."] };
    const scenario = script({ ...fail("stream-ends-early", thinks, say("Yes.")), after: 5 });
    const { lines, requests } = await play(scenario);
    expect(lines).toEqual([
      ...["turn.started", "user.message go", "reasoning.delta We"],
      "turn.failed The response ended in the middle: the server closed the stream too early.",
    ]);
    expect(requests).toBe(1);
  });
});

describe("a cancel", () => {
  it("ends the wait, which was told before it began", async () => {
    // long for a test, and over by itself where nobody ends it
    const scenario = script({ ...fail("status-429", say("Never.")), retryAfter: "5" });
    await withSession(scenario, async ({ session, run, events, asked }) => {
      session.subscribe(({ type }) => {
        if (type === "model.retrying") void session.dispatch({ type: "cancel" });
      });
      const refused = async () => {
        while (asked() === 0) await setTimeout(5);
        await setTimeout(2000);
      };
      await Promise.race([run("go"), refused()]);
      const waits = `model.retrying 2 5000 ${LIMITED}`;
      expect(events.map(told)).toEqual([...["turn.started", "user.message go", waits], CANCELLED]);
      expect(asked()).toBe(1);
    });
  });

  it("is the end also where the request fails in the same moment", async () => {
    const controller = new AbortController();
    const lost = new Error("No answer.", { cause: new APIConnectionError({}) });
    const createResponse = withRetries(async () => {
      controller.abort();
      throw lost;
    }, soon);
    const told: AgentEvent[] = [];
    const turn = { emit: (event: AgentEvent) => told.push(event), signal: controller.signal };
    await expect(createResponse({ model: "m", input: "hi" }, turn)).rejects.toThrow();
    expect(told).toEqual([]);
  });
});

describe("the status", () => {
  const at = "2026-01-01T00:00:00.000Z";
  const retrying: SessionEventBody = {
    ...{ type: "model.retrying", attempt: 2, delayMs: 12_000 },
    reason: LIMITED,
  };
  const event = (body: SessionEventBody, fields: object = {}): SessionEvent => ({
    ...{ ...body, sessionId: "s", turnId: "t", sequence: 1, at },
    ...fields,
  });
  const started = reduceSessionEvent(emptyState, event({ type: "turn.started" }));

  it("waits until the time that follows from the event", () => {
    expect(reduceSessionEvent(started, event(retrying)).status).toEqual({
      turn: "waiting",
      until: Date.parse(at) + 12_000,
    });
  });

  it("waits no more when an answer comes", () => {
    const waiting = reduceSessionEvent(started, event(retrying));
    const answering = reduceSessionEvent(waiting, event({ type: "assistant.delta", text: "Hi" }));
    expect(answering.status).toEqual({ turn: "running" });
  });

  it("does not wait where no turn runs, nor where one is being cancelled", () => {
    for (const turn of ["idle", "cancelling"] as const) {
      const state = { ...started, status: { turn } };
      expect(reduceSessionEvent(state, event(retrying)).status).toEqual({ turn });
    }
  });

  it("stands below a notice that says why and how long", () => {
    const notice = (delayMs: number) => {
      const { transcript } = reduceSessionEvent(started, event({ ...retrying, delayMs }));
      return transcriptItems(transcript);
    };
    const text = (wait: string) =>
      sentence(`${LIMITED} The request is sent again ${wait}.`, `${LIMITED} `, wait);
    expect(notice(12_000)).toEqual([{ kind: "notice", text: text("in 12 s") }]);
    expect(notice(0)).toEqual([{ kind: "notice", text: text("at once") }]);
  });

  it("has a number for whatever an event of a log holds", () => {
    for (const broken of [
      { at: "soon" },
      { at: null },
      { delayMs: "5" },
      { delayMs: Number.NaN },
    ]) {
      const { status } = reduceSessionEvent(started, event(retrying, broken));
      expect(status).toEqual({ turn: "waiting", until: expect.any(Number) });
      expect(`until is ${status.until}`).toMatch(/^until is -?\d/);
    }
  });
});
