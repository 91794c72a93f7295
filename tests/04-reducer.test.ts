import { describe, expect, it } from "vitest";
import { createSession } from "../chapters/04-reducer/create-session.ts";
import { demoDriver } from "../chapters/04-reducer/demo-session.ts";
import { renderState } from "../chapters/04-reducer/render-state.ts";
import { agentDriver } from "../chapters/04-reducer/session-driver.ts";
import {
  emptyState,
  reduceSessionEvent,
} from "../chapters/04-reducer/state/reduce-session-event.ts";
import type { ToolRow, TuiState } from "../chapters/04-reducer/state/tui-state.ts";
import type { Scenario } from "../shared/rehearsal/scenario.ts";
import { answer, call, say } from "../shared/rehearsal/scenarios/script.ts";
import { chapter } from "./04-reducer/program.ts";
import { describeReducer } from "./04-reducer/reducer.ts";
import { line, trace } from "./support/trace.ts";

describe("one example, from the wire to the text", () => {
  const args = '{"command":"echo buy milk"}';
  const example: Scenario = {
    name: "own",
    shows: "",
    from: 3,
    user: "What is on the list?",
    responses: [
      answer(say("Let me look."), call("call_1", "run_command", args)),
      answer(say("Buy milk.")),
    ],
  };

  it("begins as two items of a response", async () => {
    const { wire } = await trace(chapter, example);
    const responses = wire.flatMap((entry) => (entry.wire === "response" ? [entry.body] : []));
    expect((responses[0] as { output: unknown }).output).toEqual([
      {
        id: "msg_1",
        type: "message",
        status: "completed",
        role: "assistant",
        content: [{ type: "output_text", text: "Let me look.", annotations: [], logprobs: [] }],
      },
      {
        id: "fc_1",
        type: "function_call",
        status: "completed",
        call_id: "call_1",
        name: "run_command",
        arguments: args,
      },
    ]);
  });

  it("is told as events, and each changes what a screen shows", async () => {
    const { events } = await trace(chapter, example);
    const seen: string[] = [];
    let state = emptyState;
    for (const event of events) {
      state = reduceSessionEvent(state, event);
      seen.push(line(event), ...renderState(state).map((each) => `  | ${each}`));
    }
    const asked = "  | you> What is on the list?";
    const said = [asked, "  | Let me look."];
    const called = [...said, `  | tool> run_command ${args}`];
    expect(seen).toEqual([
      "turn.started",
      "  | (working)",
      ...["user.message What is on the list?", asked, "  | (working)"],
      ...["assistant.message Let me look.", ...said, "  | (working)"],
      `tool.started call_1 run_command ${args}`,
      ...[...called, "  |       (running)", "  | (working)"],
      "tool.progress call_1 run_command stdout buy milk\n",
      ...[...called, "  |       buy milk", "  |       (running)", "  | (working)"],
      "tool.finished call_1 run_command buy milk\n[exit code 0]",
      ...[...called, "  |       buy milk", "  | (working)"],
      "assistant.message Buy milk.",
      ...[...called, "  |       buy milk", "  | Buy milk.", "  | (working)"],
      "turn.completed",
      ...[...called, "  |       buy milk", "  | Buy milk."],
    ]);
  });

  it("leaves a state with each event", async () => {
    const { events } = await trace(chapter, example);
    const seen: [event: string, state: TuiState][] = [];
    let state = emptyState;
    for (const event of events) {
      state = reduceSessionEvent(state, event);
      seen.push([line(event), state]);
    }

    const running = { turn: "running" } as const;
    const first = { kind: "user", text: "What is on the list?" } as const;
    const asked = { item: first, before: undefined };
    const said = { item: { kind: "assistant", text: "Let me look." }, before: asked } as const;
    const call: ToolRow = {
      kind: "tool",
      callId: "call_1",
      name: "run_command",
      args,
      sequence: 4,
      output: "",
      status: "running",
    };
    const printing: ToolRow = { ...call, output: "buy milk\n" };
    const done = { item: { ...printing, status: "finished" }, before: said } as const;
    const answered = { item: { kind: "assistant", text: "Buy milk." }, before: done } as const;

    expect(seen).toEqual([
      ["turn.started", { transcript: { open: [] }, status: running }],
      [
        "user.message What is on the list?",
        { transcript: { settled: asked, open: [] }, status: running },
      ],
      [
        "assistant.message Let me look.",
        { transcript: { settled: said, open: [] }, status: running },
      ],
      [
        `tool.started call_1 run_command ${args}`,
        { transcript: { settled: said, open: [call] }, status: running },
      ],
      [
        "tool.progress call_1 run_command stdout buy milk\n",
        { transcript: { settled: said, open: [printing] }, status: running },
      ],
      [
        "tool.finished call_1 run_command buy milk\n[exit code 0]",
        { transcript: { settled: done, open: [] }, status: running },
      ],
      [
        "assistant.message Buy milk.",
        { transcript: { settled: answered, open: [] }, status: running },
      ],
      ["turn.completed", { transcript: { settled: answered, open: [] }, status: { turn: "idle" } }],
    ]);
  });
});

describeReducer();

describe("a driver", () => {
  it("hands lines to the agent one after the other, and leaves the empty ones out", async () => {
    const { driver, told, release } = openAgent();
    const sent = [driver.send("one"), driver.send("  "), driver.send("two"), driver.send("")];
    await sent[1];
    await sent[3];
    expect(told).toEqual(["turn.started", "user.message one"]);
    release();
    await sent[0];
    expect(told.slice(2, 3)).toEqual(["turn.failed enough"]);
    await sent[2];
    expect(told).toEqual([
      "turn.started",
      "user.message one",
      "turn.failed enough",
      "turn.started",
      "user.message two",
      "turn.failed enough",
    ]);
  });

  it("takes the next line after one that the session refused", async () => {
    const { driver, session, told, release } = openAgent();
    const other = session.dispatch({ type: "turn.run", text: "other" });
    await expect(driver.send("one")).rejects.toThrow('"turn.run" has to wait: a turn is running.');
    release();
    await other;
    await driver.send("two");
    expect(told.filter((text) => text.startsWith("user.message"))).toEqual([
      "user.message other",
      "user.message two",
    ]);
  });

  it("can be a demo: each line is a whole turn, with numbers that go on", async () => {
    const driver = demoDriver(0);
    const told: string[] = [];
    driver.subscribe((event) => told.push(`${event.turnId} ${event.sequence} ${line(event)}`));
    await Promise.all([driver.send("one"), driver.send(""), driver.send("two")]);
    expect(told).toEqual([
      "turn_1 1 turn.started",
      "turn_1 2 user.message one",
      "turn_1 3 assistant.message This is a demo: nobody thinks, and nothing is run.",
      'turn_1 4 tool.started call_1 list_workspace {"path":"."}',
      "turn_1 5 tool.finished call_1 list_workspace notes.txt\nsrc/",
      'turn_1 6 tool.started call_2 run_command {"command":"npm test"}',
      "turn_1 7 tool.progress call_2 run_command stdout count: ok\n",
      "turn_1 8 tool.progress call_2 run_command stderr word-count: slow\n",
      "turn_1 9 tool.progress call_2 run_command stdout word-count: ok\n",
      "turn_1 10 tool.finished call_2 run_command count: ok\nword-count: slow\nword-count: ok",
      'turn_1 11 tool.started call_3 read_workspace_file {"path":"todo.txt","start_line":1}',
      'turn_1 12 tool.failed call_3 read_workspace_file "todo.txt" does not exist.',
      "turn_1 13 assistant.message **Two tests pass**, and there is no `todo.txt`.",
      "turn_1 14 turn.completed",
      "turn_2 15 turn.started",
      "turn_2 16 user.message two",
      "turn_2 17 assistant.message This is a demo: nobody thinks, and nothing is run.",
      'turn_2 18 tool.started call_1 list_workspace {"path":"."}',
      "turn_2 19 tool.finished call_1 list_workspace notes.txt\nsrc/",
      'turn_2 20 tool.started call_2 run_command {"command":"npm test"}',
      "turn_2 21 tool.progress call_2 run_command stdout count: ok\n",
      "turn_2 22 tool.progress call_2 run_command stderr word-count: slow\n",
      "turn_2 23 tool.progress call_2 run_command stdout word-count: ok\n",
      "turn_2 24 tool.finished call_2 run_command count: ok\nword-count: slow\nword-count: ok",
      'turn_2 25 tool.started call_3 read_workspace_file {"path":"todo.txt","start_line":1}',
      'turn_2 26 tool.failed call_3 read_workspace_file "todo.txt" does not exist.',
      "turn_2 27 assistant.message **Two tests pass**, and there is no `todo.txt`.",
      "turn_2 28 turn.completed",
    ]);
  });

  it("tells nothing more to a listener that has left", async () => {
    const driver = demoDriver(0);
    const seen: string[] = [];
    const leave = driver.subscribe((event) => {
      seen.push(event.type);
      leave();
    });
    await driver.send("one");
    expect(seen).toEqual(["turn.started"]);
  });
});

/** A real session whose model fails, once it is released. */
function openAgent() {
  let release = () => {};
  const held = new Promise<never>((_, reject) => {
    release = () => reject(new Error("enough"));
  });
  const session = createSession({ createResponse: () => held, workspaceRoot: "." });
  const told: string[] = [];
  session.subscribe((event) => told.push(line(event)));
  return { session, driver: agentDriver(session), told, release: () => release() };
}
