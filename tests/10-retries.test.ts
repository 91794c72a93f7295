import { describe, expect, it } from "vitest";
import type { Scenario } from "../shared/rehearsal/scenario.ts";
import { answer, fail, notes, readNotes } from "../shared/rehearsal/scenarios/script.ts";
import { LIMITED, NO_ANSWER, OVERLOADED, script, soon } from "./10-retries/tried.ts";
import { trace } from "./support/trace.ts";
import { linesOf, told, turnTraces } from "./support/turn-traces.ts";

const chapter = "10-retries";

async function play(scenario: string | Scenario, prompts?: string[]) {
  const { events, wire } = await trace(chapter, scenario, prompts, { retries: soon });
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
  it("is sent again when the server's time is over: rate-limited", async () => {
    const { lines, requests } = await play("rate-limited");
    expect(lines).toEqual([
      ...hello,
      `model.retrying 2 1000 ${LIMITED}`,
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
