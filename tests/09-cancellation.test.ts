import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { CreateResponse } from "../chapters/09-cancellation/agent.ts";
import { ctrlC } from "../chapters/09-cancellation/ctrl-c.ts";
import { openaiStream } from "../chapters/09-cancellation/openai-stream.ts";
import {
  emptyState,
  reduceSessionEvent,
} from "../chapters/09-cancellation/state/reduce-session-event.ts";
import { transcriptItems } from "../chapters/09-cancellation/state/transcript-items.ts";
import type { TuiState } from "../chapters/09-cancellation/state/tui-state.ts";
import type { SessionEvent, SessionEventBody } from "../shared/events.ts";
import type { Scenario } from "../shared/rehearsal/scenario.ts";
import { findScenario } from "../shared/rehearsal/scenarios/all.ts";
import { answer, call, fail, say } from "../shared/rehearsal/scenarios/script.ts";
import { watchFetch } from "../shared/trace/wire.ts";
import { assistant, call as callEvents, numbered, turnStarted, user } from "./04-reducer/events.ts";
import { think, write } from "./06-streaming/pieces.ts";
import type { Place } from "./07-sessions/kept.ts";
import {
  CANCELLED,
  cancelAt,
  clientFor,
  NOT_RUN,
  type OpenSession,
  script,
  streamed,
  wholeTurn,
  withSession,
} from "./09-cancellation/cancelled.ts";
import { sentence } from "./support/exercise.ts";
import { trace } from "./support/trace.ts";
import { linesOf, told, turnTraces } from "./support/turn-traces.ts";

describe.concurrent("a turn that nobody cancels", () => {
  it.each(Object.entries(turnTraces))("is as before: %s", async (name, turn) => {
    const { events } = await trace("09-cancellation", name);
    expect(events.map(told)).toEqual(linesOf(turn));
  });
});

/** Until a wait that nobody ends is over by itself. */
const LONG_MS = 2000;

type Point = {
  scenario: Scenario;
  /** Behind which line the user presses the key; or what else is waited for. */
  after: string | ((opened: OpenSession) => Promise<void>);
  /** The whole turn. */
  lines: string[];
  /** What the model hears in the turn after that, item by item. */
  hears: string[];
  /** And then. Without one, the first response of the scenario is a whole answer. */
  next: string;
};

const readNotes = 'read_workspace_file {"path":"notes.txt","start_line":1}';
const readList = 'read_workspace_file {"path":"list.txt","start_line":1}';
const half = 'run_command {"command":"echo half; sleep 3"}';
const asksForNotes = ["turn.started", "user.message What is in notes.txt?"];
const compares = ["turn.started", "user.message Compare notes.txt and list.txt."];
const hello = ["turn.started", "user.message hello"];
const notRun = (before: string) => sentence(before + NOT_RUN, before);
const stopped = (before: string) => sentence(`${before}The user cancelled the turn.`, before);
const halfRun = "The command was stopped: the user cancelled the turn. It had printed:\nhalf";

const points: Record<string, Point> = {
  "when the answer is told": {
    scenario: findScenario("greeting"),
    after: "assistant.message Hello! What shall we build?",
    lines: [...wholeTurn("greeting", "hello").slice(0, -1), CANCELLED],
    hears: ["user hello", "assistant Hello! What shall we build?", "user again"],
    next: "greeting",
  },
  "while the turn begins": {
    scenario: findScenario("greeting"),
    after: "turn.started",
    lines: [...hello, CANCELLED],
    hears: ["user hello", "user again"],
    next: "greeting",
  },
  "before the first byte": {
    scenario: { ...findScenario("greeting"), responses: [{ output: [], delayMs: LONG_MS }] },
    after: untilAsked(1),
    lines: [...hello, CANCELLED],
    hears: ["user hello", "user again"],
    next: "greeting",
  },
  "between two pieces": {
    scenario: findScenario("stall"),
    after: "assistant.delta  will",
    lines: [
      ...hello,
      ...["assistant.delta You", "assistant.delta  will", "assistant.interrupted You will"],
      CANCELLED,
    ],
    hears: ["user hello", "user again"],
    next: "greeting",
  },
  "while the next piece is waited for": {
    scenario: { ...findScenario("stall"), idleMs: LONG_MS },
    after: untilTold("assistant.delta  read"),
    lines: [
      ...hello,
      ...["assistant.delta You", "assistant.delta  will", "assistant.delta  read"],
      "assistant.interrupted You will read",
      CANCELLED,
    ],
    hears: ["user hello", "user again"],
    next: "greeting",
  },
  "while the model thinks": {
    scenario: findScenario("reasoning"),
    after: "reasoning.delta  13",
    lines: [
      ...["turn.started", "user.message Is 91 a prime number?"],
      ...["reasoning.delta 7", "reasoning.delta  times", "reasoning.delta  13"],
      CANCELLED,
    ],
    hears: ["user Is 91 a prime number?", "user again"],
    next: "reasoning",
  },
  "when a whole answer has come": {
    scenario: findScenario("greeting"),
    after: "model.responded message",
    lines: [...wholeTurn("greeting", "hello").slice(0, -1), CANCELLED],
    hears: ["user hello", "assistant Hello! What shall we build?", "user again"],
    next: "greeting",
  },
  "when a response with calls has come": {
    scenario: findScenario("text-beside-call"),
    after: "model.responded message function_call",
    lines: [
      ...asksForNotes,
      ...["Let", " me", " look", "."].map((piece) => `assistant.delta ${piece}`),
      "model.responded message function_call",
      "assistant.message Let me look.",
      `tool.started call_1 ${readNotes}`,
      notRun("tool.failed call_1 read_workspace_file "),
      CANCELLED,
    ],
    hears: [
      "user What is in notes.txt?",
      "assistant Let me look.",
      `call call_1 ${readNotes}`,
      notRun("output call_1 "),
      "user again",
    ],
    next: "text-beside-call",
  },
  "at the message beside a call": {
    scenario: findScenario("text-beside-call"),
    after: "assistant.message Let me look.",
    lines: [
      ...asksForNotes,
      ...["Let", " me", " look", "."].map((piece) => `assistant.delta ${piece}`),
      "model.responded message function_call",
      "assistant.message Let me look.",
      `tool.started call_1 ${readNotes}`,
      notRun("tool.failed call_1 read_workspace_file "),
      CANCELLED,
    ],
    hears: [
      "user What is in notes.txt?",
      "assistant Let me look.",
      `call call_1 ${readNotes}`,
      notRun("output call_1 "),
      "user again",
    ],
    next: "text-beside-call",
  },
  "when a call is started": {
    scenario: findScenario("read-file"),
    after: `tool.started call_1 ${readNotes}`,
    lines: [
      ...asksForNotes,
      "model.responded function_call",
      `tool.started call_1 ${readNotes}`,
      notRun("tool.failed call_1 read_workspace_file "),
      CANCELLED,
    ],
    hears: [
      "user What is in notes.txt?",
      `call call_1 ${readNotes}`,
      notRun("output call_1 "),
      "user again",
    ],
    next: "read-file",
  },
  "while a search runs": {
    scenario: {
      ...script(answer(call("c1", "search_workspace", '{"query":"milk"}')), answer(say("No."))),
      files: Object.fromEntries(
        Array.from({ length: 200 }, (_, index) => [`folder/${index}.txt`, "buy milk"]),
      ),
    },
    after: untilTold('tool.started c1 search_workspace {"query":"milk"}'),
    lines: [
      ...["turn.started", "user.message go"],
      "model.responded function_call",
      'tool.started c1 search_workspace {"query":"milk"}',
      stopped("tool.failed c1 search_workspace "),
      CANCELLED,
    ],
    hears: [
      "user go",
      'call c1 search_workspace {"query":"milk"}',
      stopped("output c1 "),
      "user again",
    ],
    next: "greeting",
  },
  "ORD-01 while a command runs": {
    scenario: script(
      answer(call("c1", "run_command", '{"command":"echo half; sleep 3"}')),
      answer(say("Never said.")),
    ),
    after: "tool.progress c1 run_command stdout half\n",
    lines: [
      ...["turn.started", "user.message go"],
      "model.responded function_call",
      `tool.started c1 ${half}`,
      "tool.progress c1 run_command stdout half\n",
      `tool.failed c1 run_command ${halfRun}`,
      CANCELLED,
    ],
    hears: ["user go", `call c1 ${half}`, `output c1 ${halfRun}`, "user again"],
    next: "greeting",
  },
  "between two calls of a response": {
    scenario: findScenario("two-calls"),
    after: "tool.finished call_1 read_workspace_file buy milk",
    lines: [
      ...compares,
      "model.responded function_call function_call",
      `tool.started call_1 ${readNotes}`,
      "tool.finished call_1 read_workspace_file buy milk",
      `tool.started call_2 ${readList}`,
      notRun("tool.failed call_2 read_workspace_file "),
      CANCELLED,
    ],
    hears: [
      "user Compare notes.txt and list.txt.",
      `call call_1 ${readNotes}`,
      `call call_2 ${readList}`,
      "output call_1 buy milk",
      notRun("output call_2 "),
      "user again",
    ],
    next: "two-calls",
  },
  "while the next request is on its way": {
    scenario: {
      ...findScenario("read-file"),
      responses: [
        ...findScenario("read-file").responses.slice(0, 1),
        { output: [], delayMs: LONG_MS },
      ],
    },
    after: untilAsked(2),
    lines: [...wholeTurn("read-file", "What is in notes.txt?").slice(0, 5), CANCELLED],
    hears: [
      "user What is in notes.txt?",
      `call call_1 ${readNotes}`,
      "output call_1 buy milk",
      "user again",
    ],
    next: "read-file",
  },
};

describe.concurrent("a cancel", () => {
  it.each(Object.entries(points))("ends the turn, and the next one works: %s", async (...point) => {
    const [, { scenario, after, lines, hears, next }] = point;
    await withSession(scenario, async (opened) => {
      const { session, events, place, run, asked } = opened;
      const cancel = () => session.dispatch({ type: "cancel" });
      if (typeof after === "string") cancelAt(session, (event) => told(event) === after);
      else void after(opened).then(cancel);
      expect(await run(scenario.user)).toEqual(lines);
      expect(session.status).toBe("idle");

      place.rehearsal.play(findScenario(next));
      const before = asked().length;
      expect(await run("again")).toEqual(wholeTurn(next, "again"));
      expect(asked()[before]).toEqual(hears);
      const heard = asked()[before]?.filter((line) => line.startsWith("output "));
      expect(heard).toEqual(outputs(events));
    });
  });

  it("CAN-02 runs no call of a response that had not ended", async () => {
    const touch = call("call_1", "run_command", '{"command":"touch pwned"}');
    // all of the response but its final event
    const scenario = script({ ...fail("stall", touch), after: -1 });
    let arrived = () => {};
    const wholeCall = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const fetch = watchFetch((entry) => {
      if ("data" in entry && Object(entry.data).type === "response.output_item.done") arrived();
    });
    const watched = ({ rehearsal }: Place) =>
      openaiStream(clientFor(rehearsal.url, fetch), LONG_MS);
    const use = async ({ session, place, run, asked }: OpenSession) => {
      void wholeCall.then(() => setTimeout(20)).then(() => session.dispatch({ type: "cancel" }));
      expect(await run("go")).toEqual(["turn.started", "user.message go", CANCELLED]);
      place.rehearsal.play(findScenario("greeting"));
      expect(await run("again")).toEqual(wholeTurn("greeting", "again"));
      expect(asked().at(-1)).toEqual(["user go", "user again"]);
      expect(existsSync(join(place.workspaceRoot, "pwned"))).toBe(false);
    };
    await withSession(scenario, use, { createResponse: watched });
  });

  it("has a status of its own until the turn has ended, and more of them do nothing", async () => {
    await withSession(findScenario("chain"), async ({ session, events, run }) => {
      const cancel = () => void session.dispatch({ type: "cancel" });
      const seen: string[] = [];
      session.subscribe(({ type }) => {
        if (type === "tool.finished" || type === "turn.cancelled") {
          cancel();
          cancel();
        }
        seen.push(`${type}: ${session.status}`);
      });
      cancel();
      expect(session.status).toBe("idle");
      expect(await run("go")).toEqual([...wholeTurn("chain", "go").slice(0, 5), CANCELLED]);
      const { length } = events;
      cancel();
      await setTimeout(20);
      expect(events).toHaveLength(length);
      expect(seen).toEqual([
        "turn.started: running",
        "user.message: running",
        "model.responded: running",
        "tool.started: running",
        "tool.finished: cancelling",
        "turn.cancelled: idle",
      ]);
    });
  });

  it("refuses no turn and takes none: what is dispatched meanwhile has to wait", async () => {
    await withSession(findScenario("greeting"), async ({ session, run }) => {
      const refused: Promise<string>[] = [];
      cancelAt(session, ({ type }) => type === "assistant.delta");
      session.subscribe(({ type }) => {
        if (type !== "assistant.interrupted") return;
        const asked = session.dispatch({ type: "turn.run", text: "too early" });
        refused.push(asked.then(String, (error) => error.message));
      });
      await run("hello");
      expect(await Promise.all(refused)).toEqual([
        sentence('"turn.run" has to wait: a turn is cancelling.'),
      ]);
      expect(await run("again")).toEqual(wholeTurn("greeting", "again"));
    });
  });
});

describe("the agent", () => {
  it("asks no model behind a cancel, also one that does not listen", async () => {
    const deaf = (place: Place): CreateResponse => {
      const ask = streamed(place);
      return (request, turn) => ask(request, turn && { emit: turn.emit });
    };
    const use = async ({ session, place, run }: OpenSession) => {
      cancelAt(session, ({ type }) => type === "tool.finished");
      expect(await run("go")).toEqual([...wholeTurn("chain", "go").slice(0, 5), CANCELLED]);
      expect(place.rehearsal.requests).toHaveLength(1);
    };
    await withSession(findScenario("chain"), use, { createResponse: deaf });
  });
});

describe("the screen", () => {
  const one = callEvents("one");
  const cancelled: SessionEventBody = { type: "turn.cancelled", reason: "Enough." };
  const screen = (status: TuiState["status"], ...bodies: SessionEventBody[]) =>
    numbered(bodies).reduce(reduceSessionEvent, { ...emptyState, status });

  it("is idle behind a cancel, and says why the turn ended", () => {
    const bodies = [turnStarted, user("go"), one.started, one.failed("no"), cancelled];
    const statuses = bodies.map((_, index) =>
      screen({ turn: "idle" }, ...bodies.slice(0, index + 1)),
    );
    expect(statuses.map(({ status }) => status.turn)).toEqual([
      ...["thinking", "thinking", "running", "thinking", "idle"],
    ]);
    const { transcript } = screen({ turn: "idle" }, ...bodies);
    expect(transcriptItems(transcript).map((item) => item.kind)).toEqual([
      ...["user", "tool", "notice"],
    ]);
    expect(transcriptItems(transcript).at(-1)).toEqual({ kind: "notice", text: "Enough." });
  });

  it("stays with the cancel, whatever still comes, as with the end of a turn", () => {
    const late = [think("Hm."), write("He"), assistant("Hello."), one.started, one.failed("no")];
    for (const turn of ["cancelling", "idle"] as const) {
      for (const body of late) expect(screen({ turn }, body).status).toEqual({ turn });
    }
    expect(screen({ turn: "cancelling" }, cancelled).status).toEqual({ turn: "idle" });
  });
});

describe("Ctrl+C", () => {
  const turns = ["idle", "thinking", "running", "cancelling"] as const;

  it("is for the turn while one runs, and then for what is typed", () => {
    const does = turns.map(
      (turn) => `${turn}: ${ctrlC({ turn }, true)}, ${ctrlC({ turn }, false)}`,
    );
    expect(does).toEqual([
      "idle: exit, clear",
      "thinking: cancel, cancel",
      "running: cancel, cancel",
      "cancelling: exit, exit",
    ]);
  });
});

/** What the calls of the first turn ended with, as the model has to hear it. */
function outputs(events: SessionEvent[]): string[] {
  const end = events.findIndex(({ type }) => type === "turn.cancelled");
  return events.slice(0, end).flatMap((event) => {
    if (event.type === "tool.finished") return `output ${event.callId} ${event.output}`;
    return event.type === "tool.failed" ? `output ${event.callId} ${event.error}` : [];
  });
}

/** The server has the request, and sends nothing. */
function untilAsked(count: number): (opened: OpenSession) => Promise<void> {
  return async ({ place }) => {
    while (place.rehearsal.requests.length < count) await setTimeout(5);
  };
}

/** The line has been told, and whatever works goes on with its work. */
function untilTold(line: string): (opened: OpenSession) => Promise<void> {
  return ({ session }) =>
    new Promise((resolve) => {
      session.subscribe((event: SessionEvent) => {
        if (told(event) === line) setImmediate(resolve);
      });
    });
}
