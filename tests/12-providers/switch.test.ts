import { afterEach, describe, expect, it, vi } from "vitest";
import type { Scenario, ScriptedItem } from "../../shared/rehearsal/scenario.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import {
  answer,
  call,
  fail,
  notes,
  readNotes,
  say,
} from "../../shared/rehearsal/scenarios/script.ts";
import { deep } from "../support/deep.ts";
import { type Opened, reopened, withHost } from "./opened.ts";
import { type Body, script } from "./played.ts";

afterEach(() => vi.unstubAllEnvs());

const greeting = findScenario("greeting");
const thought: ScriptedItem = { type: "reasoning", text: "I look." };
/** Reasoning before a call and before the answer, and text beside the call. */
const thinksAndReads: Scenario = {
  ...script(
    answer(thought, say("Let me look."), readNotes("call_1")),
    answer(thought, say("Buy milk.")),
  ),
  files: notes,
};
const failsBehindCall: Scenario = {
  ...script(answer(thought, readNotes("call_2")), { output: [], fault: "status-401" }),
  files: notes,
};
const cutsCallOff = script(
  fail("response-incomplete", thought, call("call_3", "read_workspace_file", '{"path":"not')),
  answer(say("I ran out of room.")),
);

const names = ["openai", "stored", "chat"];
const pairs = names.flatMap((from) => names.flatMap((to) => (from === to ? [] : [{ from, to }])));

/** To each wire from each. */
const named = pairs.filter(({ from, to }) => from !== "stored" && to !== "openai");

/** What of a request only the provider before would understand. */
function foreign(body: Body | undefined): unknown[] {
  const items = (body?.input ?? body?.messages) as Body[];
  const strange = items.filter(
    (item) => item.type === "reasoning" || "id" in item || "encrypted_content" in item,
  );
  return [...strange, ...(body?.previous_response_id ? [body.previous_response_id] : [])];
}

/** Goes there, says something, and gives how that ended; the first request has nothing of the place before. */
async function greetAt({ ask, turn, bodies }: Opened, name: string): Promise<unknown> {
  expect(await ask(`/provider ${name} rehearsal-1`)).toEqual([
    `From now on rehearsal-1, at ${name}.`,
  ]);
  const before = bodies().length;
  const ended = await turn(greeting);
  const [first, ...others] = bodies().slice(before);
  expect(foreign(first)).toEqual([]);
  expect(others).toEqual([]);
  expect(first?.[name === "chat" ? "messages" : "input"]).toBeDefined();
  return ended;
}

/** Cancels the turn while its call begins. */
async function cancelCall({ driver, turn }: Opened): Promise<unknown> {
  const leave = driver.subscribe(({ type }) => {
    if (type === "tool.started") driver.cancel();
  });
  const ended = await turn(thinksAndReads);
  leave();
  return ended;
}

describe("a conversation", () => {
  it.each(pairs)("goes from $from to $to and back after every kind of turn", async (pair) => {
    const { from, to } = pair;
    await withHost(thinksAndReads, async (opened) => {
      const { turn, host, bodies } = opened;
      const kinds: [name: string, ends: string, run: () => Promise<unknown>][] = [
        ["thinks and reads", "turn.completed", () => turn(thinksAndReads)],
        ["is cancelled", "turn.cancelled", () => cancelCall(opened)],
        ["fails", "turn.failed", () => turn(failsBehindCall)],
        ["is cut off", "turn.completed", () => turn(cutsCallOff)],
      ];
      for (const [name, ends, run] of kinds) {
        expect(await greetAt(opened, from), name).toBe("turn.completed");
        expect(await run(), name).toBe(ends);
        expect(await greetAt(opened, to), name).toBe("turn.completed");
      }
      // and so it does in a session that goes on
      expect(await turn(thinksAndReads)).toBe("turn.completed");
      const { length } = bodies();
      host.log().close();
      await reopened(
        opened,
        async (again) => {
          expect(again.host.session().settings).toEqual({ provider: to, model: "rehearsal-1" });
          expect(await again.turn(thinksAndReads)).toBe("turn.completed");
          expect(bodies()[length]?.previous_response_id).toBeUndefined();
          expect(await greetAt(again, from)).toBe("turn.completed");
          expect(await again.turn(thinksAndReads)).toBe("turn.completed");
        },
        { args: ["--resume"] },
      );
    });
  });

  const call1 = { path: "notes.txt", start_line: 1 };
  const onResponses = [
    { role: "user", content: "go" },
    { role: "assistant", content: "Let me look." },
    {
      type: "function_call",
      call_id: "call_1",
      name: "read_workspace_file",
      arguments: JSON.stringify(call1),
      status: "completed",
    },
    { type: "function_call_output", call_id: "call_1", output: "buy milk" },
    { role: "assistant", content: "Buy milk." },
    { role: "user", content: "hello" },
  ];
  const onChat = [
    { role: "system", content: expect.stringMatching(/^You are a coding agent/) },
    { role: "user", content: "go" },
    {
      role: "assistant",
      content: "Let me look.",
      tool_calls: [
        {
          id: "call_1",
          type: "function",
          function: { name: "read_workspace_file", arguments: JSON.stringify(call1) },
        },
      ],
    },
    { role: "tool", tool_call_id: "call_1", content: "buy milk" },
    { role: "assistant", content: "Buy milk." },
    { role: "user", content: "hello" },
  ];

  it.each(deep ? pairs : named)(
    "from $from to $to takes along what everyone understands",
    async ({ from, to }) => {
      await withHost(thinksAndReads, async (opened) => {
        await opened.ask(`/provider ${from} rehearsal-1`);
        await opened.turn(thinksAndReads);
        await opened.ask(`/provider ${to} rehearsal-1`);
        await opened.turn(greeting);
        const { input, messages } = opened.bodies().at(-1) ?? {};
        const noStatus = onResponses.map(({ status: _, ...item }) => item);
        const onOther = from === "chat" ? noStatus : onResponses;
        if (to === "chat") expect(messages).toEqual(onChat);
        else expect(input).toEqual(onOther);
      });
    },
  );

  it("goes on with another model of the same provider, without what the one before thought", async () => {
    await withHost(thinksAndReads, async (opened) => {
      await opened.ask("/model rehearsal-1");
      await opened.turn(thinksAndReads);
      await opened.ask("/model other");
      await opened.turn(greeting);
      const { model, input } = opened.bodies().at(-1) ?? {};
      expect([model, input]).toEqual(["other", onResponses]);
    });
  });

  it("keeps what a provider thinks, as long as it stays there", async () => {
    await withHost(thinksAndReads, async ({ turn, bodies }) => {
      await turn(thinksAndReads);
      await turn(greeting);
      const { input } = bodies().at(-1) ?? {};
      const types = (input as Body[]).map((item) => item.type ?? item.role);
      expect(types).toEqual([
        ...["user", "reasoning", "message", "function_call", "function_call_output"],
        ...["reasoning", "message", "user"],
      ]);
    });
  });
});
