import { describe, expect, it } from "vitest";
import { createSession } from "../chapters/04-reducer/create-session.ts";
import { demoDriver } from "../chapters/04-reducer/demo-session.ts";
import { renderState } from "../chapters/04-reducer/render-state.ts";
import { agentDriver, type SessionDriver } from "../chapters/04-reducer/session-driver.ts";
import {
  emptyState,
  reduceSessionEvent,
} from "../chapters/04-reducer/state/reduce-session-event.ts";
import type { ToolRow, TuiState } from "../chapters/04-reducer/state/tui-state.ts";
import type { SessionEvent } from "../shared/events.ts";
import type { Scenario } from "../shared/rehearsal/scenario.ts";
import { answer, call, say } from "../shared/rehearsal/scenarios/script.ts";
import { startRehearsal } from "../shared/rehearsal/server.ts";
import { chapter, programArgs } from "./04-reducer/program.ts";
import { runNode } from "./support/run-one-turn.ts";
import { line, trace, writeWorkspace } from "./support/trace.ts";
import { describeTurnsWithTools } from "./support/turns-with-tools.ts";

describeTurnsWithTools(chapter, [
  "tool.progress call_1 run_command stdout first\n",
  "tool.progress call_1 run_command stdout second\n",
]);

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

  it("is told as events, and each leaves the state that a screen shows", async () => {
    const { events } = await trace(chapter, example);
    const seen: [event: string, state: TuiState, text: string[]][] = [];
    let state = emptyState;
    for (const event of events) {
      state = reduceSessionEvent(state, event);
      seen.push([line(event), state, renderState(state)]);
    }

    const running = { turn: "running" } as const;
    const asked = { item: { kind: "user", text: "What is on the list?" } } as const;
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
      ["turn.started", { transcript: { open: [] }, status: running }, ["(working)"]],
      [
        "user.message What is on the list?",
        { transcript: { settled: asked, open: [] }, status: running },
        ["you> What is on the list?", "(working)"],
      ],
      [
        "assistant.message Let me look.",
        { transcript: { settled: said, open: [] }, status: running },
        ["you> What is on the list?", "Let me look.", "(working)"],
      ],
      [
        `tool.started call_1 run_command ${args}`,
        { transcript: { settled: said, open: [call] }, status: running },
        ["you> What is on the list?", "Let me look.", `tool> run_command ${args}`, "(working)"],
      ],
      [
        "tool.progress call_1 run_command stdout buy milk\n",
        { transcript: { settled: said, open: [printing] }, status: running },
        [
          "you> What is on the list?",
          "Let me look.",
          `tool> run_command ${args}`,
          "      buy milk",
          "(working)",
        ],
      ],
      [
        "tool.finished call_1 run_command buy milk\n[exit code 0]",
        { transcript: { settled: done, open: [] }, status: running },
        [
          "you> What is on the list?",
          "Let me look.",
          `tool> run_command ${args}`,
          "      buy milk",
          "(working)",
        ],
      ],
      [
        "assistant.message Buy milk.",
        { transcript: { settled: answered, open: [] }, status: running },
        [
          "you> What is on the list?",
          "Let me look.",
          `tool> run_command ${args}`,
          "      buy milk",
          "Buy milk.",
          "(working)",
        ],
      ],
      [
        "turn.completed",
        { transcript: { settled: answered, open: [] }, status: { turn: "idle" } },
        [
          "you> What is on the list?",
          "Let me look.",
          `tool> run_command ${args}`,
          "      buy milk",
          "Buy milk.",
        ],
      ],
    ]);
  });

  it("ends as text: the program prints each item once, when it can no longer change", async () => {
    const rehearsal = await startRehearsal({ scenario: example });
    const cwd = await writeWorkspace({});
    const env = { OPENAI_BASE_URL: rehearsal.url, OPENAI_API_KEY: "any", TERM: "xterm" };
    const args = [...programArgs, "--allow-commands"];
    const ran = await runNode(args, { env, cwd, input: "What is on the list?\n\nAnd again?\n" });
    await rehearsal.close();
    const turn = [
      "Let me look.",
      'tool> run_command {"command":"echo buy milk"}',
      "      buy milk",
      "Buy milk.",
    ];
    expect(ran).toEqual({
      code: 0,
      stdout: ["you> What is on the list?", ...turn, "you> And again?", ...turn, ""].join("\n"),
      stderr: "",
    });
  });
});

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
    const events = listen(driver);
    await Promise.all([driver.send("one"), driver.send(""), driver.send("two")]);
    const half = events.length / 2;
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    expect(new Set(events.slice(0, half).map(({ turnId }) => turnId))).toEqual(new Set(["turn_1"]));
    expect(new Set(events.slice(half).map(({ turnId }) => turnId))).toEqual(new Set(["turn_2"]));
    const letters = events.slice(0, half).map(({ type }) => type);
    expect(letters).toEqual(events.slice(half).map(({ type }) => type));
    expect(letters.join(" ")).toMatch(
      /^turn.started user.message( assistant.message| tool.started( tool.progress)* tool.(finished|failed))* turn.completed$/,
    );
    expect(events.every(({ at }) => Math.abs(Date.parse(at) - Date.now()) < 60_000)).toBe(true);
    const state = events.slice(0, half).reduce(reduceSessionEvent, emptyState);
    expect(renderState(state)).toEqual([
      "you> one",
      "This is a demo: nobody thinks, and nothing is run.",
      'tool> list_workspace {"path":"."}',
      "      notes.txt",
      "      src/",
      'tool> run_command {"command":"npm test"}',
      "      count: ok",
      "      word-count: slow",
      "      word-count: ok",
      'tool> read_workspace_file {"path":"todo.txt","start_line":1}',
      '      failed: "todo.txt" does not exist.',
      "Two tests pass, and there is no todo.txt.",
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

describe("the program", () => {
  it("needs a key for the agent, and none for the demo", async () => {
    const agent = await runNode(programArgs, { input: "" });
    expect(agent).toEqual({
      code: 1,
      stdout: "",
      stderr: "OPENAI_API_KEY is not set. For a local server any text will do.\n",
    });
    const demo = await runNode([...programArgs, "--demo"], { input: "" });
    expect(demo).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  it("TUI-06 waits for the last turn at the end of the input, and writes no escape codes", async () => {
    const ran = await runNode([...programArgs, "--demo"], { input: "no newline at the end" });
    expect(ran.code).toBe(0);
    expect(ran.stderr).toBe("");
    expect(ran.stdout).not.toMatch(/[^\P{Cc}\n]/u);
    expect(ran.stdout).toMatch(/^you> no newline at the end\n(.*\n)*.*there is no todo.txt.\n$/);
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

function listen(driver: SessionDriver): SessionEvent[] {
  const events: SessionEvent[] = [];
  driver.subscribe((event) => events.push(event));
  return events;
}
