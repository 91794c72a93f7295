import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  emptyState,
  reduceSessionEvent,
} from "../chapters/06-streaming/state/reduce-session-event.ts";
import { transcriptItems } from "../chapters/06-streaming/state/transcript-items.ts";
import type { TuiState } from "../chapters/06-streaming/state/tui-state.ts";
import type { SessionEvent, SessionEventBody } from "../shared/events.ts";
import type { Scenario } from "../shared/rehearsal/scenario.ts";
import { answer, call, inPieces, say } from "../shared/rehearsal/scenarios/script.ts";
import {
  assistant,
  call as callEvents,
  numbered,
  turnCompleted,
  turnFailed,
  turnStarted,
  user,
} from "./04-reducer/events.ts";
import {
  asksForNotes,
  doesNotKnow,
  half,
  hello,
  odd,
  read,
  readsNotes,
  silence,
  thought,
  told,
  tools,
  whole,
  wrote,
} from "./06-streaming/lines.ts";
import { another, interrupted, think, write } from "./06-streaming/pieces.ts";
import { deep } from "./support/deep.ts";
import { sentence } from "./support/exercise.ts";
import { trace } from "./support/trace.ts";

const chapter = "06-streaming";
const buyMilk = [...wrote("Buy", " milk", "."), "assistant.message Buy milk."];

describe.concurrent("a turn", () => {
  const command = `{"command":"node -e \\"console.log('first'); setTimeout(console.log, 600, 'second')\\""}`;
  const noApi =
    "turn.failed No whole response came from http://SERVER/v1. Is it the address of an OpenAI-compatible API?";

  const traces: Record<string, string[]> = {
    greeting: [
      ...hello,
      ...wrote("Hello", "!", " What", " shall", " we", " build", "?"),
      "assistant.message Hello! What shall we build?",
      "turn.completed",
    ],
    reasoning: [
      "turn.started",
      "user.message Is 91 a prime number?",
      ...thought("7", " times", " 13", " is", " 91", "."),
      ...wrote("No", ":", " 91", " is", " 7", " times", " 13", "."),
      "assistant.message No: 91 is 7 times 13.",
      "turn.completed",
    ],
    "read-file": [...asksForNotes, ...readsNotes("call_1"), ...buyMilk, "turn.completed"],
    "run-command": [
      "turn.started",
      "user.message Run the two-line command.",
      `tool.started call_1 run_command ${command}`,
      "tool.progress call_1 run_command stdout first\n",
      "tool.progress call_1 run_command stdout second\n",
      'tool.finished call_1 run_command first\nsecond\n[exit code 0] {"exitCode":0,"durationMs":3}',
      ...wrote("It", " printed", " two", " lines", ":", " first", ",", " then", " second", "."),
      "assistant.message It printed two lines: first, then second.",
      "turn.completed",
    ],
    "two-calls": [
      "turn.started",
      "user.message Compare notes.txt and list.txt.",
      ...readsNotes("call_1"),
      `tool.started call_2 read_workspace_file ${read("list.txt")}`,
      `tool.finished call_2 read_workspace_file buy bread ${whole(9)}`,
      ...wrote("One", " says", " milk", ",", " the", " other", " bread", "."),
      "assistant.message One says milk, the other bread.",
      "turn.completed",
    ],
    chain: [
      "turn.started",
      "user.message What is there to do?",
      'tool.started call_1 list_workspace {"path":"."}',
      "tool.finished call_1 list_workspace notes.txt\ntodo.txt",
      ...readsNotes("call_2", "see todo.txt"),
      `tool.started call_3 read_workspace_file ${read("todo.txt")}`,
      `tool.finished call_3 read_workspace_file buy milk ${whole(8)}`,
      ...buyMilk,
      "turn.completed",
    ],
    "text-beside-call": [
      ...asksForNotes,
      ...wrote("Let", " me", " look", "."),
      "assistant.message Let me look.",
      ...readsNotes("call_1"),
      ...buyMilk,
      "turn.completed",
    ],
    "texts-between-calls": [
      "turn.started",
      "user.message Compare notes.txt and list.txt.",
      ...wrote("First", " the", " notes", "."),
      "assistant.delta Now true",
      ...wrote(" the", " list", "."),
      "assistant.message First the notes.",
      ...readsNotes("call_1"),
      "assistant.message Now the list.",
      `tool.started call_2 read_workspace_file ${read("list.txt")}`,
      `tool.finished call_2 read_workspace_file buy bread ${whole(9)}`,
      ...wrote("One", " says", " milk", ",", " the", " other", " bread", "."),
      "assistant.message One says milk, the other bread.",
      "turn.completed",
    ],
    "unknown-tool": [
      ...asksForNotes,
      'tool.started call_1 fly {"to":"the moon"}',
      `tool.failed call_1 fly No tool named "fly". Use one of: ${tools}.`,
      ...doesNotKnow,
    ],
    "bad-json": [
      ...asksForNotes,
      'tool.started call_1 read_workspace_file {"path":"notes.txt",',
      'tool.failed call_1 read_workspace_file read_workspace_file was not run: "{\\"path\\":\\"notes.txt\\"," is not a JSON object. It takes path (string), start_line (number).',
      ...doesNotKnow,
    ],
    "tool-throws": [
      ...asksForNotes,
      `tool.started call_1 read_workspace_file ${read("missing.txt")}`,
      'tool.failed call_1 read_workspace_file "missing.txt" does not exist. List its folder to see what is there.',
      ...doesNotKnow,
    ],
    "too-many-tool-turns": [
      "turn.started",
      "user.message Keep reading notes.txt.",
      ...Array.from({ length: 8 }, (_, index) => readsNotes(`call_${index + 1}`)).flat(),
      `tool.started call_9 read_workspace_file ${read("notes.txt")}`,
      "tool.failed call_9 read_workspace_file Not run: too many responses of this turn have asked for tools.",
      'turn.failed The model asked for tools more than 8 times in this turn. Say "continue" to go on.',
    ],
    "model-error": [...hello, "turn.failed 401 Incorrect API key provided."],
    "status-429": [
      ...hello,
      "turn.failed 429 Rate limit reached for rehearsal-1. Please try again in 1s.",
    ],
    "status-500": [
      ...hello,
      "turn.failed 500 The server had an error while processing your request.",
    ],
    "connection-reset": [
      ...hello,
      "turn.failed No answer from http://SERVER/v1. Check the address, the server and your connection.",
    ],
    "empty-output": [...hello, "turn.failed The model sent neither text nor a tool call."],
    "html-page": [...hello, noApi],
    "split-bytes": odd,
    "empty-final-output": [
      ...hello,
      ...wrote("You", " will", " read", " half", " of", " this", "."),
      "assistant.message You will read half of this.",
      "turn.completed",
    ],
  };

  it.each(Object.entries(traces))("is told with its pieces: %s", async (scenario, lines) => {
    const { events } = await trace(chapter, scenario);
    expect(events.map(told)).toEqual(lines);
  });

  it("has a piece for an event of the session", async () => {
    const { events } = await trace(chapter, "greeting");
    expect(events[2]).toEqual({
      type: "assistant.delta",
      text: "Hello",
      sessionId: "id_1",
      turnId: "id_2",
      sequence: 3,
      at: "2026-01-01T00:00:00.002Z",
    });
  });
});

describe("the pieces of a message", () => {
  it("are joined its text, whatever they are", async () => {
    const piece = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("", " ", "\n", "ha"));
    const pieces = fc.array(piece, { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(pieces, async (parts) => {
        fc.pre(parts.join("") !== "");
        const { events } = await trace(chapter, script([answer(inPieces(...parts))]));
        const deltas = events.flatMap((event) =>
          event.type === "assistant.delta" ? [event.text] : [],
        );
        expect(deltas).toEqual(parts.filter((part) => part !== ""));
        expect(events.at(-2)).toMatchObject({ type: "assistant.message", text: parts.join("") });
      }),
      { numRuns: deep ? 200 : 20 },
    );
  });
});

describe("the draft", () => {
  const one = callEvents("one");
  const drafts: [name: string, bodies: SessionEventBody[], draft: string[]][] = [
    ["is nothing before the first piece", [turnStarted, user("hi")], []],
    [
      "grows with each piece, blank and repeated ones too",
      [write("ha"), write("ha"), write(" "), write("\n")],
      ["draft haha \n"],
    ],
    [
      "has the thoughts before the message",
      [think("Let me"), think(" see."), write("Yes"), write(".")],
      ["reasoning Let me see.", "draft Yes."],
    ],
    [
      "ORD-08 has a text for each message",
      [write("A"), write("a"), another("B"), write("b"), think("Hm."), another("C")],
      ["draft Aa", "draft Bb", "reasoning Hm.", "draft C"],
    ],
    ["gives way to the message", [think("Hm."), write("Yes"), assistant("Yes.")], []],
    ["gives way to a call", [think("Hm."), one.started], []],
    ["gives way to what is left of it", [write("Ye"), interrupted("Ye")], []],
    ["does not outlive its turn", [write("Ye"), turnCompleted], []],
    ["does not outlive a turn that failed", [write("Ye"), turnFailed], []],
    ["is not that of the turn before", [write("Ye"), turnStarted], []],
    ["stays while a call prints", [one.started, write("a"), one.prints("x")], ["draft a"]],
  ];

  it.each(drafts)("%s", (_name, bodies, draft) => {
    expect(rows(fold(...bodies))).toEqual(draft);
  });

  it("leaves every other part of the state as it is", () => {
    const before = fold(turnStarted, user("hi"), one.started, one.finished("done"), write("a"));
    const [piece] = numbered([write("b")]);
    const after = reduceSessionEvent(before, piece as SessionEvent);
    expect(after.transcript).toBe(before.transcript);
    expect(after.status).toBe(before.status);
    expect(after.draft).toEqual([{ kind: "draft", text: "ab" }]);
    expect(before.draft).toEqual([{ kind: "draft", text: "a" }]);
  });

  it("is the same object where nothing of it changes", () => {
    const before = fold(turnStarted, user("hi"));
    expect(reduceSessionEvent(before, numbered([user("there")])[0] as SessionEvent).draft).toBe(
      before.draft,
    );
  });

  it("leaves nothing behind: a message is the same state with and without its pieces", () => {
    const streamed = [
      turnStarted,
      user("hi"),
      think("Hm."),
      write("He"),
      write("llo"),
      assistant("Hello"),
    ];
    const whole = [turnStarted, user("hi"), assistant("Hello")];
    expect(fold(...streamed, turnCompleted)).toEqual(fold(...whole, turnCompleted));
  });
});

describe("the status", () => {
  const one = callEvents("one");

  it("is thinking until something of an answer or a call is seen, and idle behind the ending", () => {
    const turns: [SessionEventBody, status: string][] = [
      [turnStarted, "thinking"],
      [user("hi"), "thinking"],
      [think("Hm."), "thinking"],
      [write("I"), "running"],
      [think("Hm."), "thinking"],
      [assistant("I look."), "running"],
      [one.started, "running"],
      [one.finished("done"), "thinking"],
      [one.started, "running"],
      [one.failed("no"), "thinking"],
      [write("No"), "running"],
      [turnFailed, "idle"],
      [turnStarted, "thinking"],
      [turnCompleted, "idle"],
    ];
    const bodies = turns.map(([body]) => body);
    expect(bodies.map((_, index) => fold(...bodies.slice(0, index + 1)).status.turn)).toEqual(
      turns.map(([, status]) => status),
    );
  });

  it("stays idle, and the same object, where no turn runs", () => {
    for (const late of [think("Hm."), one.finished("done"), write("No"), assistant("No.")])
      expect(fold(late).status).toBe(emptyState.status);
  });
});

describe("the transcript", () => {
  it("keeps what was there of an answer, in its place", () => {
    const { transcript } = fold(
      turnStarted,
      user("hi"),
      write("Ye"),
      interrupted("Ye"),
      turnFailed,
    );
    expect(transcriptItems(transcript)).toEqual([
      { kind: "user", text: "hi" },
      { kind: "interrupted", text: "Ye" },
      { kind: "error", text: "no network" },
    ]);
  });
});

describe.concurrent("a response that breaks off", () => {
  const endedEarly = sentence(
    "turn.failed The response ended in the middle: the server closed the stream too early.",
    "turn.failed ",
  );
  const traces: Record<string, string[]> = {
    "stream-ends-early": [...half, endedEarly],
    "broken-after-call": [...asksForNotes, endedEarly],
    "reset-mid-body": [
      ...half,
      "turn.failed The connection to http://SERVER/v1 was lost in the middle of the response.",
    ],
    stall: [...half, silence],
    "broken-json": [
      ...half,
      "turn.failed In the middle of its response, http://SERVER/v1 sent a line that is no JSON.",
    ],
    "error-event": [...half, "turn.failed The server had an error while it wrote this response."],
    "response-failed": [...half, "turn.failed The model failed while it wrote this response."],
    "cut-off-call": [
      ...asksForNotes,
      `tool.started call_1 read_workspace_file ${read("notes")}`,
      "tool.failed call_1 read_workspace_file Not run: the response was cut off, and the call may be. Ask again, for less.",
      ...wrote("I", " ran", " out", " of", " room", "."),
      "assistant.message I ran out of room.",
      "turn.completed",
    ],
    "response-incomplete": [
      ...hello,
      ...wrote("Once", " upon", " a"),
      "assistant.interrupted Once upon a",
      "turn.failed The answer was cut off (max_output_tokens).",
    ],
  };

  it.each(Object.entries(traces))("is told as far as it came: %s", async (scenario, lines) => {
    const { events } = await trace(chapter, scenario);
    expect(events.map(told)).toEqual(lines);
  });

  it("leaves nothing that the next request has, and no call that is run", async () => {
    const output = [say("I run it."), call("call_1", "run_command", '{"command":"echo ran"}')];
    // behind the call's output_item.done
    const scenario = script([{ output, fault: "stream-ends-early", after: 17 }]);
    const { lines, inputs } = await trace(chapter, scenario, ["go", "again"]);
    const rest = [...wrote("I", " run", " it", "."), "assistant.interrupted I run it.", endedEarly];
    expect(lines).toEqual([
      ...["turn.started", "user.message go", ...rest],
      ...["turn.started", "user.message again", ...rest],
    ]);
    expect(inputs).toEqual([
      [{ role: "user", content: "go" }],
      [
        { role: "user", content: "go" },
        { role: "user", content: "again" },
      ],
    ]);
  });
});

function script(responses: Scenario["responses"]): Scenario {
  const files = { "notes.txt": "buy milk" };
  return { name: "own", shows: "", from: 6, user: "go", files, responses };
}

function rows({ draft }: TuiState): string[] {
  return draft.map(({ kind, text }) => `${kind} ${text}`);
}

function fold(...bodies: SessionEventBody[]): TuiState {
  return numbered(bodies).reduce(reduceSessionEvent, emptyState);
}
