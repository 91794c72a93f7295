import { describe, expect, it, vi } from "vitest";
import { emptyState, reduceSessionEvent } from "../chapters/05-tui/state/reduce-session-event.ts";
import type { ToolRow, TuiState } from "../chapters/05-tui/state/tui-state.ts";
import { createTools, handleToolCall } from "../chapters/05-tui/tools/registry.ts";
import { inFrames } from "../chapters/05-tui/tui/frames.ts";
import { cachedLines, itemLines } from "../chapters/05-tui/tui/item-lines.ts";
import { layOut } from "../chapters/05-tui/tui/lay-out.ts";
import { markdownAnswer } from "../chapters/05-tui/tui/markdown.ts";
import { emptyTyping } from "../chapters/05-tui/tui/typing.ts";
import type { AgentEvent, SessionEvent } from "../shared/events.ts";
import type { Scenario } from "../shared/rehearsal/scenario.ts";
import { answer, call, say } from "../shared/rehearsal/scenarios/script.ts";
import { makeWorkspace } from "./02-tools/make-workspace.ts";
import { describeScrolling } from "./05-tui/scrolling.ts";
import { plain } from "./05-tui/support.ts";
import { line, trace } from "./support/trace.ts";

const chapter = "05-tui";

describe.concurrent("a turn", () => {
  const read = (path: string) => `{"path":"${path}","start_line":1}`;
  const whole = (bytes: number) => `{"bytes":${bytes},"truncated":false}`;
  const traces: [scenario: string, lines: string[]][] = [
    [
      "greeting",
      [
        "turn.started",
        "user.message hello",
        "assistant.message Hello! What shall we build?",
        "turn.completed",
      ],
    ],
    [
      "read-file",
      [
        "turn.started",
        "user.message What is in notes.txt?",
        `tool.started call_1 read_workspace_file ${read("notes.txt")}`,
        `tool.finished call_1 read_workspace_file buy milk ${whole(8)}`,
        "assistant.message Buy milk.",
        "turn.completed",
      ],
    ],
    [
      "run-command",
      [
        "turn.started",
        "user.message Run the two-line command.",
        `tool.started call_1 run_command {"command":"node -e \\"console.log('first'); setTimeout(console.log, 600, 'second')\\""}`,
        "tool.progress call_1 run_command stdout first\n",
        "tool.progress call_1 run_command stdout second\n",
        'tool.finished call_1 run_command first\nsecond\n[exit code 0] {"exitCode":0,"durationMs":3}',
        "assistant.message It printed two lines: first, then second.",
        "turn.completed",
      ],
    ],
    [
      "two-calls",
      [
        "turn.started",
        "user.message Compare notes.txt and list.txt.",
        `tool.started call_1 read_workspace_file ${read("notes.txt")}`,
        `tool.finished call_1 read_workspace_file buy milk ${whole(8)}`,
        `tool.started call_2 read_workspace_file ${read("list.txt")}`,
        `tool.finished call_2 read_workspace_file buy bread ${whole(9)}`,
        "assistant.message One says milk, the other bread.",
        "turn.completed",
      ],
    ],
    [
      "chain",
      [
        "turn.started",
        "user.message What is there to do?",
        'tool.started call_1 list_workspace {"path":"."}',
        "tool.finished call_1 list_workspace notes.txt\ntodo.txt",
        `tool.started call_2 read_workspace_file ${read("notes.txt")}`,
        `tool.finished call_2 read_workspace_file see todo.txt ${whole(12)}`,
        `tool.started call_3 read_workspace_file ${read("todo.txt")}`,
        `tool.finished call_3 read_workspace_file buy milk ${whole(8)}`,
        "assistant.message Buy milk.",
        "turn.completed",
      ],
    ],
    [
      "text-beside-call",
      [
        "turn.started",
        "user.message What is in notes.txt?",
        "assistant.message Let me look.",
        `tool.started call_1 read_workspace_file ${read("notes.txt")}`,
        `tool.finished call_1 read_workspace_file buy milk ${whole(8)}`,
        "assistant.message Buy milk.",
        "turn.completed",
      ],
    ],
    [
      "tool-throws",
      [
        "turn.started",
        "user.message What is in notes.txt?",
        `tool.started call_1 read_workspace_file ${read("missing.txt")}`,
        'tool.failed call_1 read_workspace_file "missing.txt" does not exist. List its folder to see what is there.',
        "assistant.message That did not work, so I do not know.",
        "turn.completed",
      ],
    ],
    [
      "status-500",
      [
        "turn.started",
        "user.message hello",
        "turn.failed 500 The server had an error while processing your request.",
      ],
    ],
  ];

  it.each(traces)("is told as before, and a result has its details: %s", async (...row) => {
    const [scenario, lines] = row;
    const { events } = await trace(chapter, scenario);
    expect(events.map(told)).toEqual(lines);
  });
});

describe.concurrent("the details of a call", () => {
  const calls: [name: string, args: string, details: unknown][] = [
    ["run_command", '{"command":"exit 3"}', { exitCode: 3, durationMs: 2500 }],
    ["run_command", '{"command":"kill -9 $$"}', { exitCode: null, durationMs: 2500 }],
    ["read_workspace_file", '{"path":"list.txt","start_line":1}', { bytes: 19, truncated: false }],
    ["read_workspace_file", '{"path":"list.txt","start_line":2}', { bytes: 19, truncated: true }],
    ["read_workspace_file", '{"path":"empty.txt","start_line":1}', { bytes: 0, truncated: false }],
    [
      "read_workspace_file",
      '{"path":"page.txt","start_line":1}',
      { bytes: 65536, truncated: false },
    ],
    [
      "read_workspace_file",
      '{"path":"long.txt","start_line":1}',
      { bytes: 65537, truncated: true },
    ],
    ["search_workspace", '{"query":"buy"}', { hits: 2 }],
    ["search_workspace", '{"query":"sell"}', { hits: 0 }],
    ["search_workspace", '{"query":"x"}', { hits: 200 }],
    ["list_workspace", '{"path":"."}', undefined],
    ["get_current_time", "{}", undefined],
  ];

  it.each(calls)(
    "go with its event, and the model reads its output alone: %s %s",
    async (...row) => {
      const [name, args, details] = row;
      const root = makeWorkspace({
        "empty.txt": "",
        "list.txt": "buy milk\nbuy bread\n",
        "long.txt": `${"y".repeat(65_536)}\n`,
        "page.txt": "y\n".repeat(32_768),
        "x.txt": "x\n".repeat(300),
      });
      const times = [10_000, 12_500];
      const now = () => new Date(times.shift() ?? 0);
      const events: AgentEvent[] = [];
      const output = await handleToolCall(
        createTools(root, { allowCommands: true, now }),
        { type: "function_call", call_id: "call_1", name, arguments: args },
        { emit: (event) => events.push(event) },
      );
      const finished = { type: "tool.execution.finished", callId: "call_1", name, output };
      expect(typeof output).toBe("string");
      expect(events).toEqual([
        { type: "tool.execution.started", callId: "call_1", name, args },
        details ? { ...finished, details } : finished,
      ]);
    },
  );

  it("are absent when it fails", async () => {
    const events: AgentEvent[] = [];
    await handleToolCall(
      createTools(makeWorkspace(), { allowCommands: true }),
      {
        type: "function_call",
        call_id: "call_1",
        name: "run_command",
        arguments: '{"command":""}',
      },
      { emit: (event) => events.push(event) },
    );
    expect(events[1]).toEqual({
      type: "tool.execution.failed",
      callId: "call_1",
      name: "run_command",
      error: "The command is empty. Give one for the shell.",
    });
  });

  it("are for a screen: whatever the tool, the next request has nothing of them", async () => {
    const output = answer(
      call("call_1", "run_command", '{"command":"echo a"}'),
      call("call_2", "read_workspace_file", '{"path":"list.txt","start_line":1}'),
      call("call_3", "search_workspace", '{"query":"milk"}'),
    );
    const files = { "list.txt": "buy milk" };
    const { events, inputs } = await trace(chapter, scenario([output, answer(say("ok"))], files));
    expect(events.flatMap((event) => ("details" in event ? [event.details] : []))).toEqual([
      { exitCode: 0, durationMs: 2 },
      { bytes: 8, truncated: false },
      { hits: 1 },
    ]);
    expect(inputs[1]?.slice(-3)).toEqual([
      { type: "function_call_output", call_id: "call_1", output: "a\n[exit code 0]" },
      { type: "function_call_output", call_id: "call_2", output: "buy milk" },
      { type: "function_call_output", call_id: "call_3", output: "list.txt:1: buy milk" },
    ]);
  });

  it("are whole in the event of the session, and in the row of the state", async () => {
    const { events } = await trace(chapter, "read-file");
    expect(events[3]).toEqual({
      type: "tool.finished",
      callId: "call_1",
      name: "read_workspace_file",
      output: "buy milk",
      details: { bytes: 8, truncated: false },
      sessionId: "id_1",
      turnId: "id_2",
      sequence: 4,
      at: "2026-01-01T00:00:00.003Z",
    });
    const { transcript } = events.reduce(reduceSessionEvent, emptyState);
    expect(transcript.settled?.before?.item).toMatchObject({
      status: "finished",
      output: "buy milk",
      details: { bytes: 8, truncated: false },
    });
  });
});

describe("one example, from the wire to the screen", () => {
  const args = '{"command":"echo buy milk"}';
  const responses = [
    answer(say("Let me **look**."), call("call_1", "run_command", args)),
    answer(say("- Buy milk.")),
  ];
  const asked = { item: { kind: "user", text: "go" }, before: undefined } as const;
  const said = { item: { kind: "assistant", text: "Let me **look**." }, before: asked } as const;
  const row = { kind: "tool", callId: "call_1", name: "run_command", args, sequence: 4 } as const;
  const running: ToolRow = { ...row, output: "buy milk\n", status: "running" };
  const details = { exitCode: 0, durationMs: 2 };
  const ended = { item: { ...running, status: "finished", details }, before: said } as const;
  const answered = { item: { kind: "assistant", text: "- Buy milk." }, before: ended } as const;
  const linesOf = cachedLines(itemLines(markdownAnswer))(66);

  it("is a response, then events, and each changes the rows of a window", async () => {
    const { wire, events } = await trace(chapter, scenario(responses, {}));
    const [first] = wire.flatMap((entry) => (entry.wire === "response" ? [entry.body] : []));
    expect((first as { output: unknown }).output).toMatchObject([
      { type: "message", content: [{ type: "output_text", text: "Let me **look**." }] },
      { type: "function_call", call_id: "call_1", name: "run_command", arguments: args },
    ]);

    const seen: string[] = [];
    let state = emptyState;
    for (const event of events) {
      state = reduceSessionEvent(state, event);
      const frame = layOut({ state, typing: emptyTyping }, { columns: 66, rows: 6 }, linesOf);
      seen.push(told(event), ...plain(frame.rows).map((each) => `  | ${each}`));
    }
    const call = `run_command ${args}`;
    const window = (status: string, ...rows: string[]) =>
      [...rows, status, "> "].map((each) => `  | ${each}`);
    const working = `── working ${"─".repeat(24)} PgUp scrolls · Ctrl+C quits ──`;
    const ready = `── ready ${"─".repeat(26)} PgUp scrolls · Ctrl+C quits ──`;
    const done = `✓ ${call}  exit code 0 · 0.0 s`;
    expect(seen).toEqual([
      ...["turn.started", ...window(working, "", "", "", "")],
      ...["user.message go", ...window(working, "", "you> go", "", "")],
      "assistant.message Let me **look**.",
      ...window(working, "", "you> go", "", "Let me look."),
      `tool.started call_1 ${call}`,
      ...window(working, "", "Let me look.", "", `▸ ${call}`),
      "tool.progress call_1 run_command stdout buy milk\n",
      ...window(working, "Let me look.", "", `▸ ${call}`, "│ buy milk"),
      'tool.finished call_1 run_command buy milk\n[exit code 0] {"exitCode":0,"durationMs":2}',
      ...window(working, "Let me look.", "", done, "│ buy milk"),
      "assistant.message - Buy milk.",
      ...window(working, done, "│ buy milk", "", "- Buy milk."),
      "turn.completed",
      ...window(ready, done, "│ buy milk", "", "- Buy milk."),
    ]);
  });

  it("leaves a state with each event", async () => {
    const { events } = await trace(chapter, scenario(responses, {}));
    const states: TuiState[] = [];
    for (const event of events) {
      states.push(reduceSessionEvent(states.at(-1) ?? emptyState, event));
    }
    const status = { turn: "running" } as const;
    expect(states).toEqual([
      { transcript: { open: [] }, status },
      { transcript: { settled: asked, open: [] }, status },
      { transcript: { settled: said, open: [] }, status },
      { transcript: { settled: said, open: [{ ...running, output: "" }] }, status },
      { transcript: { settled: said, open: [running] }, status },
      { transcript: { settled: ended, open: [] }, status },
      { transcript: { settled: answered, open: [] }, status },
      { transcript: { settled: answered, open: [] }, status: { turn: "idle" } },
    ]);
  });

  it("has its colours in its lines, and each is laid out once", () => {
    expect([said.item, ended.item].map(linesOf)).toEqual([
      ["", "Let me \x1b[1mlook\x1b[22m."],
      [
        "",
        `\x1b[32m✓\x1b[39m run_command ${args}\x1b[90m  exit code 0 · 0.0 s\x1b[39m`,
        "\x1b[90m│\x1b[39m buy milk",
      ],
    ]);
    expect(linesOf(said.item)).toBe(linesOf(said.item));
  });
});

describeScrolling();

describe("frames", () => {
  it("are drawn while they are asked for, every 33 ms at most, and the last of them always", () => {
    vi.useFakeTimers();
    const drawn: { asked: number; at: number }[] = [];
    let asked = 0;
    const requestFrame = inFrames(() => drawn.push({ asked, at: Math.round(performance.now()) }));
    const askFor = (count: number) => {
      for (let place = 0; place < count; place++) {
        requestFrame();
        vi.advanceTimersByTime(1);
        asked++;
      }
    };
    askFor(90);
    vi.advanceTimersByTime(500);
    const burst = drawn.splice(0);
    vi.advanceTimersByTime(500);
    const unasked = drawn.splice(0);
    askFor(1);
    vi.useRealTimers();
    const frames = burst.map(({ at }, place) => {
      const rest = at - (burst[place - 1]?.at ?? -Infinity);
      return `frame ${place + 1} ${rest < 33 ? "too soon" : "in time"}`;
    });
    expect([
      `the first shows request ${burst[0]?.asked}`,
      ...frames,
      `the last shows request ${burst.at(-1)?.asked}`,
      `without a request there are ${unasked.length}`,
      `after a pause, one that shows request ${drawn[0]?.asked}`,
    ]).toEqual([
      "the first shows request 0",
      ...["frame 1 in time", "frame 2 in time", "frame 3 in time", "frame 4 in time"],
      "the last shows request 90",
      "without a request there are 0",
      "after a pause, one that shows request 90",
    ]);
  });
});

/** A line for an event, and at its end the details, which are for a screen. */
function told(event: SessionEvent): string {
  if (event.type !== "tool.finished") return line(event);
  const { details, ...others } = event;
  return details ? `${line(others)} ${JSON.stringify(details)}` : line(others);
}

function scenario(responses: Scenario["responses"], files: Record<string, string>): Scenario {
  return { name: "own", shows: "", from: 5, user: "go", files, responses };
}
