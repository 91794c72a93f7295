import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Conversation, reduceConversation } from "../chapters/07-sessions/conversation.ts";
import {
  emptyState,
  reduceSessionEvent,
} from "../chapters/07-sessions/state/reduce-session-event.ts";
import { transcriptItems } from "../chapters/07-sessions/state/transcript-items.ts";
import type { SessionEvent, SessionEventBody } from "../shared/events.ts";
import { findScenario } from "../shared/rehearsal/scenarios/all.ts";
import {
  assistant,
  call,
  numbered,
  turnCompleted,
  turnFailed,
  turnStarted,
  user,
} from "./04-reducer/events.ts";
import { askTwice } from "./07-sessions/ask-twice.ts";
import {
  faultsOf,
  inPlace,
  type Place,
  readLog,
  runTurns,
  unpairedCalls,
} from "./07-sessions/kept.ts";
import { sentence } from "./support/exercise.ts";
import { trace } from "./support/trace.ts";
import { linesOf, told, turnTraces } from "./support/turn-traces.ts";

const chapter = "07-sessions";

describe.concurrent("a turn", () => {
  it.each(Object.entries(turnTraces))(
    "keeps what the model has to hear again: %s",
    async (name, turn) => {
      const { events } = await trace(chapter, name);
      expect(events.map(told)).toEqual(linesOf(turn));
    },
  );

  it("has the items of a response as they came", async () => {
    const { events, inputs } = await trace(chapter, "read-file");
    expect(events[2]).toEqual({
      type: "model.responded",
      items: [
        {
          id: "fc_1",
          type: "function_call",
          status: "completed",
          call_id: "call_1",
          name: "read_workspace_file",
          arguments: '{"path":"notes.txt","start_line":1}',
        },
      ],
      usage: expect.objectContaining({ total_tokens: expect.any(Number) }),
      responseId: expect.stringMatching(/^resp_/),
      sessionId: "id_1",
      turnId: "id_2",
      sequence: 3,
      at: "2026-01-01T00:00:00.002Z",
    });
    expect(Object(events[2]).items).toEqual([inputs[1]?.[1]]);
  });
});

describe.concurrent("the conversation", () => {
  const one = call("one");
  const two = call("two");
  const folds: [name: string, bodies: SessionEventBody[], heard: string[]][] = [
    [
      "is what was said, what was asked for and what came of it",
      [
        ...[turnStarted, user("go"), responded("one", "two")],
        ...[one.started, one.prints("a"), one.finished("done"), two.started, two.failed("no")],
        ...[responded("Fine."), assistant("Fine."), turnCompleted],
      ],
      ["user go", "call one", "call two", "output done", "output no", "assistant Fine."],
    ],
    [
      "has nothing of a response that broke off",
      [...[turnStarted, user("go")], { type: "assistant.interrupted", text: "Fi" }, turnFailed],
      ["user go"],
    ],
    [
      "begins anew with a session",
      [user("go"), { type: "session.started", version: 1, workspaceRoot: "/" }, user("again")],
      ["user again"],
    ],
    [
      "has no output without its call, and no second one",
      [
        ...[user("go"), one.finished("done"), responded("one")],
        ...[one.finished("done"), one.finished("again"), two.failed("no")],
      ],
      ["user go", "call one", "output done"],
    ],
    [
      "takes a call for another one in another turn, with the same id",
      [
        ...[user("go"), responded("one"), one.finished("first")],
        ...[user("on"), responded("one"), one.finished("second")],
      ],
      ["user go", "call one", "output first", "user on", "call one", "output second"],
    ],
  ];

  it.each(folds)("%s", (_name, bodies, heard) => {
    expect(heardOf(bodies)).toEqual(heard);
  });

  const played = ["reasoning", "texts-between-calls", "tool-throws", "cut-off-call"];

  it.each([...played, "stream-ends-early"])("is a fold of the events: %s", async (name) => {
    const { asked, events } = await askTwice(findScenario(name));
    expect(asked.length).toBeGreaterThan(1);
    for (const { input, got, after } of asked) {
      const folded = events.slice(0, after).reduce<Conversation>(reduceConversation, []);
      expect(folded).toEqual(input);
      expect(folded).toEqual(got);
    }
  });
});

describe.concurrent("a session whose program died", () => {
  const running =
    "The program ended while this call was running. What it had done by then is done.";
  const notRun = "Not run: the program ended before this call began.";
  const ended = sentence(
    "turn.failed The program ended in the middle of this turn.",
    "turn.failed ",
  );
  const started = (callId: string, path: string) =>
    `tool.started ${callId} read_workspace_file {"path":"${path}","start_line":1}`;
  const failed = (callId: string, reason: string) => {
    const edge = `tool.failed ${callId} read_workspace_file `;
    return sentence(`${edge}${reason}`, edge);
  };
  const [first, second] = [started("call_1", "notes.txt"), started("call_2", "list.txt")];
  const [notes, list] = ["assistant.message First the notes.", "assistant.message Now the list."];
  const both = "assistant.message One says milk, the other bread.";

  /** By the last record of its log: what is told before it goes on. */
  const ends: [last: string, told: string[]][] = [
    ["user.message Compare notes.txt and list.txt.", [ended]],
    [
      "model.responded message function_call message function_call",
      [
        ...[notes, first, failed("call_1", notRun)],
        ...[list, second, failed("call_2", notRun), ended],
      ],
    ],
    [first, [failed("call_1", running), list, second, failed("call_2", notRun), ended]],
    [
      "tool.finished call_1 read_workspace_file buy milk",
      [list, second, failed("call_2", notRun), ended],
    ],
    [list, [second, failed("call_2", notRun), ended]],
    [second, [failed("call_2", running), ended]],
    ["model.responded message", [both, ended]],
    ["turn.completed", []],
  ];

  it("has what the call had printed, which has no other output", async () => {
    await inPlace(findScenario("run-command"), async (place) => {
      const printedFirst = "tool.progress call_1 run_command stdout first\n";
      const { events } = await goOnBehind(printedFirst, place, "greeting");
      const edge = "tool.failed call_1 run_command ";
      const printed = sentence(`${edge}${running} It had printed:\nfirst\n`, edge, "first");
      const failures = events.filter(({ type }) => type === "tool.failed");
      expect(failures.map(told)).toEqual([printed]);
    });
  });

  it.each(ends)("goes on behind %s", async (last, closed) => {
    await inPlace(findScenario("texts-between-calls"), async (place) => {
      const { prefix, events, inputs } = await goOnBehind(last, place);
      expect(events.slice(0, prefix.length + closed.length + 3).map(told)).toEqual([
        ...[...prefix.map(told), ...closed, "session.resumed "],
        ...["turn.started", "user.message again"],
      ]);
      expect(faultsOf(events)).toEqual([]);
      expect(inputs.flatMap(unpairedCalls)).toEqual([]);
      // what stands on the screen, the model knows
      const asked = events.slice(0, prefix.length + closed.length + 3);
      expect(inputs[0]).toEqual(asked.reduce<Conversation>(reduceConversation, []));
    });
  });

  it("tells the model what became of each call, in the words of the event", async () => {
    const scenario = findScenario("two-calls");
    await inPlace(scenario, async (place) => {
      const { prefix, events, inputs } = await goOnBehind(first, place);
      const [died, , other] = events.slice(prefix.length);
      const item = { type: "function_call", status: "completed", name: "read_workspace_file" };
      const read = (path: string) => `{"path":"${path}","start_line":1}`;
      expect(inputs[0]).toEqual([
        { role: "user", content: scenario.user },
        { ...item, id: expect.any(String), call_id: "call_1", arguments: read("notes.txt") },
        { ...item, id: expect.any(String), call_id: "call_2", arguments: read("list.txt") },
        { type: "function_call_output", call_id: "call_1", output: Object(died).error },
        { type: "function_call_output", call_id: "call_2", output: Object(other).error },
        { role: "user", content: "again" },
      ]);
    });
  });
});

describe("a log with a line lost", () => {
  const one = call("one");
  const two = call("two");
  const resumed: SessionEventBody = { type: "session.resumed", notices: [] };
  const lost = sentence("output The output of this call was not kept.", "output ");
  const folds: [name: string, bodies: SessionEventBody[], heard: string[]][] = [
    [
      "has an output for each call before the next message",
      [user("go"), responded("one", "two"), two.finished("done"), user("on")],
      ["user go", "call one", "call two", "output done", lost, "user on"],
    ],
    [
      "has an output for each call before the next response",
      [user("go"), responded("one"), one.started, responded("Fine.")],
      ["user go", "call one", lost, "assistant Fine."],
    ],
    [
      "has an output for each call before the session goes on",
      [user("go"), responded("one"), resumed],
      ["user go", "call one", lost],
    ],
  ];

  it.each(folds)("%s", (_name, bodies, heard) => {
    expect(heardOf(bodies)).toEqual(heard);
  });

  it("is made of whatever the events hold", () => {
    const odd = [null, 7, "text", [], { type: "function_call" }, { role: "user" }, {}];
    const header = { sessionId: "id_1", turnId: "id_2", sequence: 1, at: "" };
    const types = ["model.responded", "user.message", "tool.finished", "tool.failed", "other"];
    for (const type of types) {
      for (const value of [undefined, ...odd, odd]) {
        const body = {
          type,
          text: value,
          items: value,
          callId: value,
          output: value,
          error: value,
        };
        const event = { ...header, ...body } as unknown as SessionEvent;
        const next = { ...header, type: "user.message", text: "go" } as const;
        expect([event, event, next].reduce<Conversation>(reduceConversation, []).at(-1)).toEqual({
          role: "user",
          content: "go",
        });
      }
    }
  });
});

describe("the screen", () => {
  const before = [turnStarted, user("go"), call("one").started];
  const began: SessionEventBody = { type: "session.started", version: 1, workspaceRoot: "/" };
  const screenOf = (bodies: SessionEventBody[]) =>
    numbered(bodies).reduce(reduceSessionEvent, emptyState);

  it("is empty where a session begins, whatever stood on it", () => {
    expect(screenOf(before).status.turn).toBe("running");
    expect(screenOf([...before, began])).toEqual(emptyState);
  });

  it("has what happened to a session that goes on, in its place", () => {
    const notices = ["Line 2 is damaged.", "Line 4 is damaged."];
    const resumed: SessionEventBody = { type: "session.resumed", notices };
    const { transcript } = screenOf([began, user("go"), resumed, user("again")]);
    expect(transcriptItems(transcript)).toEqual([
      { kind: "user", text: "go" },
      {
        kind: "notice",
        text: sentence(["The session goes on.", ...notices].join("\n"), ...notices),
      },
      { kind: "user", text: "again" },
    ]);
  });
});

/** A log that ends with this record, resumed for one more turn: its events, and what the server got. */
async function goOnBehind(last: string, place: Place, next = place.scenario.name) {
  const path = join(place.folder, "whole.jsonl");
  await runTurns(place, path, [place.scenario.user]);
  place.rehearsal.play(findScenario(next));
  const records = (await readFile(path, "utf8")).split(/(?<=\n)/);
  const whole = await readLog(path);
  const end = whole.findIndex((event) => told(event) === last) + 1;
  await writeFile(path, records.slice(0, end).join(""));
  const { inputs } = await runTurns(place, path, ["again"]);
  return { prefix: whole.slice(0, end), events: await readLog(path), inputs };
}

/** A response with these items: a text with a capital is a message, any other the id of a call. */
function responded(...texts: string[]): SessionEventBody {
  const items = texts.map((text) => (/^[A-Z]/.test(text) ? messageItem(text) : callItem(text)));
  return { type: "model.responded", items } as SessionEventBody;
}

function messageItem(text: string) {
  const content = [{ type: "output_text", text, annotations: [] }];
  return { id: "msg", type: "message", role: "assistant", status: "completed", content };
}

function callItem(callId: string) {
  return { id: "fc", type: "function_call", call_id: callId, name: "look", arguments: "{}" };
}

function heardOf(bodies: SessionEventBody[]): string[] {
  return numbered(bodies).reduce<Conversation>(reduceConversation, []).map(heardAs);
}

/** An item of the conversation in a line. */
function heardAs(item: Conversation[number]): string {
  if (item.type === "function_call") return `call ${item.call_id}`;
  if (item.type === "function_call_output") return `output ${item.output}`;
  const { role, content } = Object(item);
  return `${role} ${typeof content === "string" ? content : content[0].text}`;
}
