import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { type Conversation, reduceConversation } from "../chapters/07-sessions/conversation.ts";
import { createSession } from "../chapters/07-sessions/create-session.ts";
import { openaiStream } from "../chapters/07-sessions/openai-stream.ts";
import type { SessionEvent } from "../shared/events.ts";
import type { Scenario } from "../shared/rehearsal/scenario.ts";
import { scenarios } from "../shared/rehearsal/scenarios/all.ts";
import { inPlace, told } from "./07-sessions/kept.ts";
import { deep } from "./support/deep.ts";
import { trace } from "./support/trace.ts";

const chapter = "07-sessions";

/** One line for each piece, as in a trace. */
const wrote = (...pieces: string[]) => pieces.map((piece) => `assistant.delta ${piece}`);
const thought = (...pieces: string[]) => pieces.map((piece) => `reasoning.delta ${piece}`);

describe.concurrent("a turn", () => {
  const read = (path: string) => `{"path":"${path}","start_line":1}`;
  const readsNotes = (callId: string, text = "buy milk") => [
    `tool.started ${callId} read_workspace_file ${read("notes.txt")}`,
    `tool.finished ${callId} read_workspace_file ${text}`,
  ];
  const readsList = [
    `tool.started call_2 read_workspace_file ${read("list.txt")}`,
    "tool.finished call_2 read_workspace_file buy bread",
  ];
  const hello = ["turn.started", "user.message hello"];
  const asksForNotes = ["turn.started", "user.message What is in notes.txt?"];
  const compares = ["turn.started", "user.message Compare notes.txt and list.txt."];
  const called = "model.responded function_call";
  const answered = "model.responded message";
  const buyMilk = [
    ...wrote("Buy", " milk", "."),
    answered,
    "assistant.message Buy milk.",
    "turn.completed",
  ];
  const milkAndBread = [
    ...wrote("One", " says", " milk", ",", " the", " other", " bread", "."),
    answered,
    "assistant.message One says milk, the other bread.",
    "turn.completed",
  ];
  const doesNotKnow = [
    ...wrote("That", " did", " not", " work", ",", " so", " I", " do", " not", " know", "."),
    answered,
    "assistant.message That did not work, so I do not know.",
    "turn.completed",
  ];
  const tools =
    "get_current_time, read_workspace_file, list_workspace, search_workspace, run_command";
  const command = `{"command":"node -e \\"console.log('first'); setTimeout(console.log, 600, 'second')\\""}`;

  const traces: Record<string, string[]> = {
    greeting: [
      ...hello,
      ...wrote("Hello", "!", " What", " shall", " we", " build", "?"),
      answered,
      "assistant.message Hello! What shall we build?",
      "turn.completed",
    ],
    reasoning: [
      "turn.started",
      "user.message Is 91 a prime number?",
      ...thought("7", " times", " 13", " is", " 91", "."),
      ...wrote("No", ":", " 91", " is", " 7", " times", " 13", "."),
      "model.responded reasoning message",
      "assistant.message No: 91 is 7 times 13.",
      "turn.completed",
    ],
    "read-file": [...asksForNotes, called, ...readsNotes("call_1"), ...buyMilk],
    "run-command": [
      "turn.started",
      "user.message Run the two-line command.",
      called,
      `tool.started call_1 run_command ${command}`,
      "tool.progress call_1 run_command stdout first\n",
      "tool.progress call_1 run_command stdout second\n",
      "tool.finished call_1 run_command first\nsecond\n[exit code 0]",
      ...wrote("It", " printed", " two", " lines", ":", " first", ",", " then", " second", "."),
      answered,
      "assistant.message It printed two lines: first, then second.",
      "turn.completed",
    ],
    "two-calls": [
      ...compares,
      "model.responded function_call function_call",
      ...readsNotes("call_1"),
      ...readsList,
      ...milkAndBread,
    ],
    chain: [
      "turn.started",
      "user.message What is there to do?",
      called,
      'tool.started call_1 list_workspace {"path":"."}',
      "tool.finished call_1 list_workspace notes.txt\ntodo.txt",
      called,
      ...readsNotes("call_2", "see todo.txt"),
      called,
      `tool.started call_3 read_workspace_file ${read("todo.txt")}`,
      "tool.finished call_3 read_workspace_file buy milk",
      ...buyMilk,
    ],
    "text-beside-call": [
      ...asksForNotes,
      ...wrote("Let", " me", " look", "."),
      "model.responded message function_call",
      "assistant.message Let me look.",
      ...readsNotes("call_1"),
      ...buyMilk,
    ],
    "texts-between-calls": [
      ...compares,
      ...wrote("First", " the", " notes", "."),
      "assistant.delta Now true",
      ...wrote(" the", " list", "."),
      "model.responded message function_call message function_call",
      "assistant.message First the notes.",
      ...readsNotes("call_1"),
      "assistant.message Now the list.",
      ...readsList,
      ...milkAndBread,
    ],
    "unknown-tool": [
      ...asksForNotes,
      called,
      'tool.started call_1 fly {"to":"the moon"}',
      `tool.failed call_1 fly No tool named "fly". Use one of: ${tools}.`,
      ...doesNotKnow,
    ],
    "bad-json": [
      ...asksForNotes,
      called,
      'tool.started call_1 read_workspace_file {"path":"notes.txt",',
      'tool.failed call_1 read_workspace_file read_workspace_file was not run: "{\\"path\\":\\"notes.txt\\"," is not a JSON object. It takes path (string), start_line (number).',
      ...doesNotKnow,
    ],
    "cut-off-call": [
      ...asksForNotes,
      called,
      `tool.started call_1 read_workspace_file ${read("notes")}`,
      "tool.failed call_1 read_workspace_file Not run: the response was cut off, and the call may be. Ask again, for less.",
      ...wrote("I", " ran", " out", " of", " room", "."),
      answered,
      "assistant.message I ran out of room.",
      "turn.completed",
    ],
    "too-many-tool-turns": [
      "turn.started",
      "user.message Keep reading notes.txt.",
      ...Array.from({ length: 8 }, (_, index) => [
        called,
        ...readsNotes(`call_${index + 1}`),
      ]).flat(),
      called,
      `tool.started call_9 read_workspace_file ${read("notes.txt")}`,
      "tool.failed call_9 read_workspace_file Not run: too many responses of this turn have asked for tools.",
      'turn.failed The model asked for tools more than 8 times in this turn. Say "continue" to go on.',
    ],
    // a response that failed is none, and leaves nothing to hear again
    "model-error": [...hello, "turn.failed 401 Incorrect API key provided."],
    "response-failed": [
      ...hello,
      ...wrote("You", " will", " read"),
      "assistant.interrupted You will read",
      "turn.failed The model failed while it wrote this response.",
    ],
    "stream-ends-early": [
      ...hello,
      ...wrote("You", " will", " read"),
      "assistant.interrupted You will read",
      "turn.failed The response ended in the middle: the server closed the stream too early.",
    ],
  };

  it.each(Object.entries(traces))(
    "keeps what the model has to hear again: %s",
    async (name, lines) => {
      const { events } = await trace(chapter, name);
      expect(events.map(told)).toEqual(lines);
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
          arguments: read("notes.txt"),
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
  const playable = scenarios.filter(
    ({ from, name }) => from <= 7 && (deep || !/stall|many-calls/.test(name)),
  );

  it.each(playable)("is a fold of the events: $name", async (scenario) => {
    const { asked, events } = await askTwice(scenario);
    expect(asked.length).toBeGreaterThan(1);
    for (const { input, got, after } of asked) {
      const folded = events.slice(0, after).reduce<Conversation>(reduceConversation, []);
      expect(folded).toEqual(input);
      // the name of this tool is mended on its way: the API would refuse it
      if (scenario.name !== "odd-tool-name") expect(folded).toEqual(got);
    }
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

type Asked = { input: unknown; got: unknown; after: number };

/** Each request of two turns: what the agent asked, what the server got, and how many events were there before. */
async function askTwice(scenario: Scenario): Promise<{ asked: Asked[]; events: SessionEvent[] }> {
  return inPlace(scenario, async ({ workspaceRoot, rehearsal }) => {
    const client = new OpenAI({ apiKey: "any", baseURL: rehearsal.url, logLevel: "off" });
    const createResponse = openaiStream(client, scenario.idleMs);
    const events: SessionEvent[] = [];
    const asked: Omit<Asked, "got">[] = [];
    const session = createSession({
      createResponse(request, turn) {
        asked.push({ input: request.input, after: events.length });
        return createResponse(request, turn);
      },
      workspaceRoot,
      allowCommands: true,
      maxToolTurns: scenario.maxToolTurns,
    });
    session.subscribe((event) => events.push(event));
    for (const text of [scenario.user, "again"]) await session.dispatch({ type: "turn.run", text });
    const got = rehearsal.requests.map((body) => Object(body).input);
    return { asked: asked.map((each, place) => ({ ...each, got: got[place] })), events };
  });
}
