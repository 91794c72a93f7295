import { describe, expect, it } from "vitest";
import { Agent, type CreateResponse, type Turn } from "../chapters/03-events/agent.ts";
import { createSession } from "../chapters/03-events/create-session.ts";
import { eventLine } from "../chapters/03-events/event-line.ts";
import { normalizeAgentEvent } from "../chapters/03-events/normalize-agent-event.ts";
import { AgentSession } from "../chapters/03-events/session.ts";
import { handleToolCall, simpleTool } from "../chapters/03-events/tools/registry.ts";
import type { ToolContext } from "../chapters/03-events/tools/tool.ts";
import type { AgentEvent, SessionEvent, SessionEventBody } from "../shared/events.ts";
import { answer, call, say } from "../shared/rehearsal/scenarios/script.ts";
import { countingClock } from "../shared/trace/stamp.ts";
import { sentence, thrownSentence } from "./support/exercise.ts";
import { line, trace } from "./support/trace.ts";
import { describeTurnsWithTools } from "./support/turns-with-tools.ts";

const chapter = "03-events";

describeTurnsWithTools(chapter, [
  "tool.progress call_1 run_command stdout first\n",
  "tool.progress call_1 run_command stdout second\n",
]);

describe.concurrent("tool.progress", () => {
  it("carries the call, the stream and the lines", async () => {
    const { events } = await trace(chapter, "run-command");
    expect(events[3]).toEqual({
      type: "tool.progress",
      callId: "call_1",
      name: "run_command",
      stream: "stdout",
      text: "first\n",
      sessionId: "id_1",
      turnId: "id_2",
      sequence: 4,
      at: "2026-01-01T00:00:00.003Z",
    });
  });

  it("tells both streams of a command apart", async () => {
    const { lines } = await runCommand("echo out; sleep 0.3; echo err >&2");
    expect(lines).toEqual([
      "tool.progress call_1 run_command stdout out\n",
      "tool.progress call_1 run_command stderr err\n",
      "tool.finished call_1 run_command out\nerr\n[exit code 0]",
    ]);
  });

  it("shows what was printed before a command fails, all of it", async () => {
    const { lines } = await runCommand("printf 'half a line'; exit 3");
    expect(lines).toEqual([
      "tool.progress call_1 run_command stdout half a line",
      "tool.finished call_1 run_command half a line\n[exit code 3]",
    ]);
  });

  it("TOL-04 is over when the call is: what a tool says later is not told", async () => {
    const told: AgentEvent[] = [];
    let late: ToolContext["progress"] = () => {};
    const tool = simpleTool("", [], (_args, context) => {
      late = context?.progress ?? late;
      late("stdout", "in time");
      return { output: "done" };
    });
    const toolCall = { type: "function_call", call_id: "c", name: "t", arguments: "" } as const;
    await handleToolCall(new Map([["t", tool]]), toolCall, { emit: (event) => told.push(event) });
    late("stdout", "too late");
    expect(told.map((event) => event.type)).toEqual([
      "tool.execution.started",
      "tool.execution.progress",
      "tool.execution.finished",
    ]);
  });
});

describe("the agent's words", () => {
  const pairs: [agent: AgentEvent, session: SessionEventBody][] = [
    [
      { type: "assistant.message", text: "hi" },
      { type: "assistant.message", text: "hi" },
    ],
    [
      { type: "tool.execution.started", callId: "c", name: "n", args: "{" },
      { type: "tool.started", callId: "c", name: "n", args: "{" },
    ],
    [
      { type: "tool.execution.progress", callId: "c", name: "n", stream: "stderr", text: "t" },
      { type: "tool.progress", callId: "c", name: "n", stream: "stderr", text: "t" },
    ],
    [
      { type: "tool.execution.finished", callId: "c", name: "n", output: "o" },
      { type: "tool.finished", callId: "c", name: "n", output: "o" },
    ],
    [
      { type: "tool.execution.failed", callId: "c", name: "n", error: "e" },
      { type: "tool.failed", callId: "c", name: "n", error: "e" },
    ],
  ];

  it.each(pairs)("become the session's: $type", (agentEvent, sessionEvent) => {
    expect(normalizeAgentEvent(agentEvent)).toEqual(sessionEvent);
  });
});

describe("a session", () => {
  it("numbers its events over all turns, and gives each turn an id of its own", async () => {
    const { session, events } = openSession(async () => "");
    await session.dispatch({ type: "turn.run", text: "one" });
    await session.dispatch({ type: "turn.run", text: "two" });
    expect(events.map(({ sequence, turnId, type }) => `${sequence} ${turnId} ${type}`)).toEqual([
      "1 id_2 turn.started",
      "2 id_2 user.message",
      "3 id_2 turn.completed",
      "4 id_3 turn.started",
      "5 id_3 user.message",
      "6 id_3 turn.completed",
    ]);
  });

  it("refuses a second turn while one runs, and takes it afterwards", async () => {
    const { session, events, release } = openHeldSession();
    const first = session.dispatch({ type: "turn.run", text: "one" });
    expect(session.status).toBe("running");
    await expect(session.dispatch({ type: "turn.run", text: "two" })).rejects.toThrow(
      thrownSentence('"turn.run" has to wait: a turn is running.'),
    );
    release();
    await first;
    expect(session.status).toBe("idle");
    await session.dispatch({ type: "turn.run", text: "three" });
    expect(events.map(line)).toEqual([
      "turn.started",
      "user.message one",
      "turn.completed",
      "turn.started",
      "user.message three",
      "turn.completed",
    ]);
  });

  it("is idle again before it tells the ending, so that a listener may start the next turn", async () => {
    const { session, events } = openSession(async () => "");
    const statuses: string[] = [];
    let next: Promise<void> | undefined;
    session.subscribe((event) => {
      statuses.push(`${event.type} ${session.status}`);
      if (event.sequence === 3) next = session.dispatch({ type: "turn.run", text: "two" });
    });
    await session.dispatch({ type: "turn.run", text: "one" });
    await Promise.allSettled([next]);
    expect(statuses.slice(0, 3)).toEqual([
      "turn.started running",
      "user.message running",
      "turn.completed idle",
    ]);
    expect(events.map(line)).toEqual([
      "turn.started",
      "user.message one",
      "turn.completed",
      "turn.started",
      "user.message two",
      "turn.completed",
    ]);
  });

  it("shows every listener every event in the same order, also when one of them dispatches", async () => {
    const { session } = openSession(async () => "");
    const seen: [string[], string[]] = [[], []];
    let next: Promise<void> | undefined;
    session.subscribe((event) => {
      seen[0].push(event.type);
      if (event.sequence === 3) next = session.dispatch({ type: "turn.run", text: "two" });
    });
    session.subscribe((event) => seen[1].push(event.type));
    await session.dispatch({ type: "turn.run", text: "one" });
    await next;
    const turn = ["turn.started", "user.message", "turn.completed"];
    expect(seen).toEqual([
      [...turn, ...turn],
      [...turn, ...turn],
    ]);
  });

  it("keeps the error of a listener away from the turn and from the others", async () => {
    const { session } = openSession(async () => "");
    const warnings: string[] = [];
    const warn = (warning: Error) => warnings.push(warning.message);
    process.on("warning", warn);
    const seen: string[] = [];
    session.subscribe(() => {
      throw new Error("broken");
    });
    session.subscribe(async () => {
      throw new Error("broken, and slow");
    });
    session.subscribe((event) => seen.push(event.type));
    await session.dispatch({ type: "turn.run", text: "one" });
    await new Promise((resolve) => setTimeout(resolve, 10));
    process.off("warning", warn);
    expect(seen).toEqual(["turn.started", "user.message", "turn.completed"]);
    expect(warnings.sort()).toEqual([
      ...Array(3).fill(sentence("A listener of the session failed: broken", "broken")),
      ...Array(3).fill(sentence("A listener of the session failed: broken, and slow", "and slow")),
    ]);
  });

  it("does not wait for a slow listener", async () => {
    const { session, events } = openSession(async () => "");
    session.subscribe(() => new Promise(() => {}));
    await session.dispatch({ type: "turn.run", text: "one" });
    expect(events.map(line)).toEqual(["turn.started", "user.message one", "turn.completed"]);
  });

  it("tells nothing more to a listener that has left", async () => {
    const { session } = openSession(async () => "");
    const seen: string[] = [];
    const leave = session.subscribe((event) => {
      seen.push(event.type);
      leave();
    });
    await session.dispatch({ type: "turn.run", text: "one" });
    expect(seen).toEqual(["turn.started"]);
  });

  it("drops what an agent emits after its turn has ended", async () => {
    let late: Turn | undefined;
    const { session, events } = openSession(async (_text, turn) => {
      late = turn;
      turn?.emit({ type: "assistant.message", text: "in time" });
      return "";
    });
    await session.dispatch({ type: "turn.run", text: "one" });
    late?.emit({ type: "assistant.message", text: "too late" });
    await session.dispatch({ type: "turn.run", text: "two" });
    expect(events.map(line)).toEqual([
      "turn.started",
      "user.message one",
      "assistant.message in time",
      "turn.completed",
      "turn.started",
      "user.message two",
      "assistant.message in time",
      "turn.completed",
    ]);
  });

  const noReason = "The turn failed and gave no reason.";
  const thrown: [what: string, value: unknown, error: string][] = [
    ["an error", new Error("no network"), "no network"],
    ["a text", "no luck", "no luck"],
    ["nothing", undefined, noReason],
    ["an error without a message", new Error(""), noReason],
  ];

  it.each(thrown)("ends the turn with a sentence when the agent throws %s", async (...row) => {
    const [, value, error] = row;
    const { session, events } = openSession(() => Promise.reject(value));
    await session.dispatch({ type: "turn.run", text: "one" });
    const own = error === noReason;
    const ending = sentence(`turn.failed ${error}`, own ? "turn.failed " : `turn.failed ${error}`);
    expect(events.map(line)).toEqual(["turn.started", "user.message one", ending]);
    expect(session.status).toBe("idle");
  });
});

describe("createSession", () => {
  it("offers commands only when they are allowed, and a model by default", async () => {
    const requests: Parameters<CreateResponse>[0][] = [];
    const createResponse: CreateResponse = (request) => {
      requests.push(request);
      return Promise.reject(new Error("enough"));
    };
    for (const allowCommands of [undefined, true]) {
      const session = createSession({ createResponse, workspaceRoot: ".", allowCommands });
      await session.dispatch({ type: "turn.run", text: "hi" });
    }
    const names = requests.map(({ tools }) => tools?.map((tool) => "name" in tool && tool.name));
    const reading = [
      "get_current_time",
      "read_workspace_file",
      "list_workspace",
      "search_workspace",
    ];
    expect(names).toEqual([reading, [...reading, "run_command"]]);
    expect(requests.map(({ model }) => model)).toEqual(["gpt-5-mini", "gpt-5-mini"]);
  });
});

describe("the lines of the program", () => {
  const rows: [body: SessionEventBody, text: string | undefined][] = [
    [{ type: "turn.started" }, undefined],
    [{ type: "user.message", text: "hi" }, undefined],
    [{ type: "assistant.message", text: "Hello." }, "Hello."],
    [
      { type: "tool.started", callId: "c", name: "fly", args: '{"to":"moon"}' },
      'tool> fly {"to":"moon"}',
    ],
    [
      { type: "tool.progress", callId: "c", name: "fly", stream: "stdout", text: "up\nup\n" },
      "tool> up\ntool> up",
    ],
    [
      { type: "tool.finished", callId: "c", name: "fly", output: "there" },
      sentence("tool> fly finished", "tool> fly "),
    ],
    [
      { type: "tool.failed", callId: "c", name: "fly", error: "no wings" },
      sentence("tool> fly failed: no wings", "tool> fly ", "no wings"),
    ],
    [{ type: "turn.failed", error: "why" }, "error> why"],
    [{ type: "turn.completed" }, undefined],
  ];

  it.each(rows)("say of $type what a person reads", (body, text) => {
    const header = { sessionId: "s", turnId: "t", sequence: 1, at: "" };
    expect(eventLine({ ...body, ...header })).toEqual(text);
  });
});

/** A session whose agent does what the test says; everything else of it is real. */
function openSession(runOneUserTurn: Agent["runOneUserTurn"]) {
  const createResponse = () => Promise.reject(new Error("not asked"));
  const agent = new Agent({ createResponse, model: "m", instructions: "" });
  agent.runOneUserTurn = runOneUserTurn;
  const session = new AgentSession({ agent, ...countingClock() });
  const events: SessionEvent[] = [];
  session.subscribe((event) => events.push(event));
  return { session, events };
}

function openHeldSession() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { ...openSession(() => held.then(() => "")), release: () => release() };
}

async function runCommand(command: string) {
  const args = JSON.stringify({ command });
  const responses = [answer(call("call_1", "run_command", args)), answer(say("ok"))];
  const script = { name: "own", shows: "", from: 3, user: "go", responses };
  const { events } = await trace(chapter, script);
  const told = events.filter((event) => /^tool\.(progress|finished|failed)$/.test(event.type));
  return { events, lines: told.map(line) };
}
