import type { SessionEvent } from "../../shared/events.ts";
import { sentence } from "./exercise.ts";
import { line } from "./trace.ts";

/** What a turn tells from chapter 07 on, one line for each event as `told` writes it. */
export type TurnTrace = {
  begins: string[];
  /** What comes of each request: the pieces, the response, what is in it. Of one that was refused nothing. */
  steps: string[][];
  ends: string;
};

/** The lines of a turn in a chapter that tells nothing around its steps. */
export function linesOf({ begins, steps, ends }: TurnTrace): string[] {
  return [...begins, ...steps.flat(), ends];
}

/** As `line`, and of a response the types of its items: what they hold is told by other events. */
export function told(event: SessionEvent): string {
  if (event.type === "model.responded") {
    return ["model.responded", ...event.items.map((item) => item.type)].join(" ");
  }
  if (event.type !== "tool.finished") return line(event);
  const { details, ...others } = event;
  return line(others);
}

/** One line for each piece. */
const wrote = (...pieces: string[]) => pieces.map((piece) => `assistant.delta ${piece}`);
const thought = (...pieces: string[]) => pieces.map((piece) => `reasoning.delta ${piece}`);

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
const completed = "turn.completed";

const buyMilk = [...wrote("Buy", " milk", "."), answered, "assistant.message Buy milk."];
const milkAndBread = [
  ...wrote("One", " says", " milk", ",", " the", " other", " bread", "."),
  answered,
  "assistant.message One says milk, the other bread.",
];
const doesNotKnow = [
  ...wrote("That", " did", " not", " work", ",", " so", " I", " do", " not", " know", "."),
  answered,
  "assistant.message That did not work, so I do not know.",
];
const breaksOff = [...wrote("You", " will", " read"), "assistant.interrupted You will read"];

const tools =
  "get_current_time, read_workspace_file, list_workspace, search_workspace, run_command";
const command = `{"command":"node -e \\"console.log('first'); setTimeout(console.log, 600, 'second')\\""}`;

/** By the name of the scenario. */
export const turnTraces: Record<string, TurnTrace> = {
  greeting: {
    begins: hello,
    steps: [
      [
        ...wrote("Hello", "!", " What", " shall", " we", " build", "?"),
        answered,
        "assistant.message Hello! What shall we build?",
      ],
    ],
    ends: completed,
  },
  reasoning: {
    begins: ["turn.started", "user.message Is 91 a prime number?"],
    steps: [
      [
        ...thought("7", " times", " 13", " is", " 91", "."),
        ...wrote("No", ":", " 91", " is", " 7", " times", " 13", "."),
        "model.responded reasoning message",
        "assistant.message No: 91 is 7 times 13.",
      ],
    ],
    ends: completed,
  },
  "read-file": {
    begins: asksForNotes,
    steps: [[called, ...readsNotes("call_1")], buyMilk],
    ends: completed,
  },
  "run-command": {
    begins: ["turn.started", "user.message Run the two-line command."],
    steps: [
      [
        called,
        `tool.started call_1 run_command ${command}`,
        "tool.progress call_1 run_command stdout first\n",
        "tool.progress call_1 run_command stdout second\n",
        "tool.finished call_1 run_command first\nsecond\n[exit code 0]",
      ],
      [
        ...wrote("It", " printed", " two", " lines", ":", " first", ",", " then", " second", "."),
        answered,
        "assistant.message It printed two lines: first, then second.",
      ],
    ],
    ends: completed,
  },
  "two-calls": {
    begins: compares,
    steps: [
      ["model.responded function_call function_call", ...readsNotes("call_1"), ...readsList],
      milkAndBread,
    ],
    ends: completed,
  },
  chain: {
    begins: ["turn.started", "user.message What is there to do?"],
    steps: [
      [
        called,
        'tool.started call_1 list_workspace {"path":"."}',
        "tool.finished call_1 list_workspace notes.txt\ntodo.txt",
      ],
      [called, ...readsNotes("call_2", "see todo.txt")],
      [
        called,
        `tool.started call_3 read_workspace_file ${read("todo.txt")}`,
        "tool.finished call_3 read_workspace_file buy milk",
      ],
      buyMilk,
    ],
    ends: completed,
  },
  "text-beside-call": {
    begins: asksForNotes,
    steps: [
      [
        ...wrote("Let", " me", " look", "."),
        "model.responded message function_call",
        "assistant.message Let me look.",
        ...readsNotes("call_1"),
      ],
      buyMilk,
    ],
    ends: completed,
  },
  "texts-between-calls": {
    begins: compares,
    steps: [
      [
        ...wrote("First", " the", " notes", "."),
        "assistant.delta Now true",
        ...wrote(" the", " list", "."),
        "model.responded message function_call message function_call",
        "assistant.message First the notes.",
        ...readsNotes("call_1"),
        "assistant.message Now the list.",
        ...readsList,
      ],
      milkAndBread,
    ],
    ends: completed,
  },
  "unknown-tool": {
    begins: asksForNotes,
    steps: [
      [
        called,
        'tool.started call_1 fly {"to":"the moon"}',
        sentence(
          `tool.failed call_1 fly No tool named "fly". Use one of: ${tools}.`,
          "tool.failed call_1 fly ",
        ),
      ],
      doesNotKnow,
    ],
    ends: completed,
  },
  "bad-json": {
    begins: asksForNotes,
    steps: [
      [
        called,
        'tool.started call_1 read_workspace_file {"path":"notes.txt",',
        'tool.failed call_1 read_workspace_file read_workspace_file was not run: "{\\"path\\":\\"notes.txt\\"," is not a JSON object. It takes path (string), start_line (number).',
      ],
      doesNotKnow,
    ],
    ends: completed,
  },
  "cut-off-call": {
    begins: asksForNotes,
    steps: [
      [
        called,
        `tool.started call_1 read_workspace_file ${read("notes")}`,
        sentence(
          "tool.failed call_1 read_workspace_file Not run: the response was cut off, and the call may be. Ask again, for less.",
          "tool.failed call_1 read_workspace_file ",
        ),
      ],
      [
        ...wrote("I", " ran", " out", " of", " room", "."),
        answered,
        "assistant.message I ran out of room.",
      ],
    ],
    ends: completed,
  },
  "too-many-tool-turns": {
    begins: ["turn.started", "user.message Keep reading notes.txt."],
    steps: [
      ...Array.from({ length: 8 }, (_, index) => [called, ...readsNotes(`call_${index + 1}`)]),
      [
        called,
        `tool.started call_9 read_workspace_file ${read("notes.txt")}`,
        sentence(
          "tool.failed call_9 read_workspace_file Not run: too many responses of this turn have asked for tools.",
          "tool.failed call_9 read_workspace_file ",
        ),
      ],
    ],
    ends: sentence(
      'turn.failed The model asked for tools more than 8 times in this turn. Say "continue" to go on.',
      "turn.failed ",
      "8",
    ),
  },
  // a response that failed is none, and leaves nothing to hear again
  "model-error": {
    begins: hello,
    steps: [[]],
    ends: "turn.failed 401 Incorrect API key provided.",
  },
  "response-failed": {
    begins: hello,
    steps: [breaksOff],
    ends: "turn.failed The model failed while it wrote this response.",
  },
  "stream-ends-early": {
    begins: hello,
    steps: [breaksOff],
    ends: "turn.failed The response ended in the middle: the server closed the stream too early.",
  },
};
