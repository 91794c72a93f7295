import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../shared/events.ts";
import type { Fault, Scenario } from "../shared/rehearsal/scenario.ts";
import { answer, call, inPieces, say } from "../shared/rehearsal/scenarios/script.ts";
import { deep } from "./support/deep.ts";
import { line, trace } from "./support/trace.ts";

const chapter = "06-streaming";

/** One line for each piece, as in a trace. */
const wrote = (...pieces: string[]) => pieces.map((piece) => `assistant.delta ${piece}`);
const thought = (...pieces: string[]) => pieces.map((piece) => `reasoning.delta ${piece}`);

describe.concurrent("a turn", () => {
  const read = (path: string) => `{"path":"${path}","start_line":1}`;
  const whole = (bytes: number) => `{"bytes":${bytes},"truncated":false}`;
  const buyMilk = [...wrote("Buy", " milk", "."), "assistant.message Buy milk."];
  const hello = ["turn.started", "user.message hello"];
  const asksForNotes = ["turn.started", "user.message What is in notes.txt?"];
  const readsNotes = (callId: string, text = "buy milk") => [
    `tool.started ${callId} read_workspace_file ${read("notes.txt")}`,
    `tool.finished ${callId} read_workspace_file ${text} ${whole(text.length)}`,
  ];
  const doesNotKnow = [
    ...wrote("That", " did", " not", " work", ",", " so", " I", " do", " not", " know", "."),
    "assistant.message That did not work, so I do not know.",
    "turn.completed",
  ];
  const tools =
    "get_current_time, read_workspace_file, list_workspace, search_workspace, run_command";
  const command = `{"command":"node -e \\"console.log('first'); setTimeout(console.log, 600, 'second')\\""}`;
  const half = [...hello, ...wrote("You", " will", " read"), "assistant.interrupted You will read"];
  const odd = [
    ...hello,
    ...wrote("Grüße", ",", " 日本語", ",", " 🙂!"),
    "assistant.message Grüße, 日本語, 🙂!",
    "turn.completed",
  ];
  const noApi =
    "turn.failed No whole response came from http://SERVER/v1. Is it the address of an OpenAI-compatible API?";
  const silence =
    "turn.failed Nothing more came from http://SERVER/v1 for 0.3 s: the response was given up.";

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
    slow: [
      ...hello,
      ...wrote("Sorry", ",", " that", " took", " a", " while", "."),
      "assistant.message Sorry, that took a while.",
      "turn.completed",
    ],
    "model-error": [...hello, "turn.failed 401 Incorrect API key provided."],
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
    "missing-argument": [
      ...asksForNotes,
      'tool.started call_1 read_workspace_file {"path":"notes.txt"}',
      'tool.failed call_1 read_workspace_file read_workspace_file was not run: "start_line" is missing. It takes path (string), start_line (number).',
      ...doesNotKnow,
    ],
    "wrong-type": [
      ...asksForNotes,
      'tool.started call_1 read_workspace_file {"path":"notes.txt","start_line":"one"}',
      'tool.failed call_1 read_workspace_file read_workspace_file was not run: "start_line" is "one". It takes path (string), start_line (number).',
      ...doesNotKnow,
    ],
    "tool-throws": [
      ...asksForNotes,
      `tool.started call_1 read_workspace_file ${read("missing.txt")}`,
      'tool.failed call_1 read_workspace_file "missing.txt" does not exist. List its folder to see what is there.',
      ...doesNotKnow,
    ],
    "odd-tool-name": [
      ...asksForNotes,
      "tool.started call_1 fly me/to the moon! {}",
      `tool.failed call_1 fly me/to the moon! No tool named "fly me/to the moon!". Use one of: ${tools}.`,
      ...doesNotKnow,
    ],
    "cut-off-call": [
      ...asksForNotes,
      `tool.started call_1 read_workspace_file ${read("notes")}`,
      "tool.failed call_1 read_workspace_file Not run: the response was cut off, and the call may be. Ask again, for less.",
      ...wrote("I", " ran", " out", " of", " room", "."),
      "assistant.message I ran out of room.",
      "turn.completed",
    ],
    "many-calls": [
      "turn.started",
      "user.message Read notes.txt two hundred times.",
      ...Array.from({ length: 200 }, (_, index) => readsNotes(`call_${index + 1}`)).flat(),
      ...wrote("Buy", " milk", ",", " every", " time", "."),
      "assistant.message Buy milk, every time.",
      "turn.completed",
    ],
    "too-many-tool-turns": [
      "turn.started",
      "user.message Keep reading notes.txt.",
      ...Array.from({ length: 8 }, (_, index) => readsNotes(`call_${index + 1}`)).flat(),
      `tool.started call_9 read_workspace_file ${read("notes.txt")}`,
      "tool.failed call_9 read_workspace_file Not run: too many responses of this turn have asked for tools.",
      'turn.failed The model asked for tools more than 8 times in this turn. Say "continue" to go on.',
    ],
    "status-401": [...hello, "turn.failed 401 Incorrect API key provided."],
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
    "reset-mid-body": [
      ...half,
      "turn.failed The connection to http://SERVER/v1 was lost in the middle of the response.",
    ],
    "response-failed": [...half, "turn.failed The model failed while it wrote this response."],
    "response-incomplete": [
      ...hello,
      ...wrote("Once", " upon", " a"),
      "assistant.interrupted Once upon a",
      "turn.failed The answer was cut off (max_output_tokens).",
    ],
    "empty-output": [...hello, "turn.failed The model sent neither text nor a tool call."],
    "split-bytes": odd,
    "html-page": [...hello, noApi],
    stall: [...half, silence],
    "stall-with-comments": [...half, silence],
    "stream-ends-early": [
      ...half,
      "turn.failed The response ended in the middle: the server closed the stream too early.",
    ],
    "broken-after-call": [
      ...asksForNotes,
      "turn.failed The response ended in the middle: the server closed the stream too early.",
    ],
    "error-event": [...half, "turn.failed The server had an error while it wrote this response."],
    "broken-json": [
      ...half,
      "turn.failed In the middle of its response, http://SERVER/v1 sent a line that is no JSON.",
    ],
    "unknown-events": odd,
    "keep-alive": odd,
    crlf: odd,
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

describe.concurrent("a response that breaks off", () => {
  const command = { command: "echo ran > ran.txt" };
  const output = [
    { type: "reasoning", text: "I see." },
    say("I run it."),
    call("call_1", "run_command", JSON.stringify(command)),
  ] as const;
  const faults: Fault[] = [
    "stream-ends-early",
    "error-event",
    "reset-mid-body",
    "broken-json",
    "response-failed",
  ];

  it.each(deep ? faults : faults.slice(0, 1))(
    "runs no call, wherever it breaks off, and the next turn is like any other: %s",
    async (fault) => {
      const whole = await trace(chapter, script([answer(...output), answer(say("Done."))]));
      expect(whole.lines.filter((each) => each.startsWith("tool."))).toHaveLength(2);
      const pieces = whole.lines
        .filter((each) => /^(reasoning|assistant)\.delta/.test(each))
        .slice(0, 7);
      const types = whole.wire.map((entry) => entry.wire === "event" && Object(entry.data).type);
      const final = types.indexOf("response.completed") - types.indexOf("response.created");
      const seen = new Set<string>();
      for (let after = 0; after <= final; after++) {
        const scenario = script([{ output: [...output], fault, after }]);
        const { lines, inputs } = await trace(chapter, scenario, ["go", "again"]);
        const [first, second] = [lines.slice(0, lines.length / 2), lines.slice(lines.length / 2)];
        const deltas = first.filter((each) => /^(reasoning|assistant)\.delta/.test(each));
        const text = deltas
          .flatMap((each) => each.match(/^assistant\.delta (.*)/s)?.[1] ?? [])
          .join("");
        expect(deltas).toEqual(pieces.slice(0, deltas.length));
        expect(first).toEqual([
          "turn.started",
          "user.message go",
          ...deltas,
          ...(text ? [`assistant.interrupted ${text}`] : []),
          expect.stringMatching(/^turn\.failed \S/),
        ]);
        expect(second).toEqual(first.with(1, "user.message again"));
        expect(inputs[1]).toEqual([
          { role: "user", content: "go" },
          { role: "user", content: "again" },
        ]);
        seen.add(deltas.join());
      }
      expect(seen.size).toBe(pieces.length + 1);
    },
  );
});

/** A line for an event, and at its end the details, which are for a screen. */
function told(event: SessionEvent): string {
  if (event.type !== "tool.finished") return line(event);
  const { details, ...others } = event;
  return details ? `${line(others)} ${JSON.stringify(details)}` : line(others);
}

function script(responses: Scenario["responses"]): Scenario {
  const files = { "notes.txt": "buy milk" };
  return { name: "own", shows: "", from: 6, user: "go", files, responses };
}
