import type { TurnTrace } from "../support/turn-traces.ts";

export type ChatTrace = {
  turn: TurnTrace;
  /** Where the answer in one piece ends in another way. */
  asWhole?: TurnTrace;
};

const wrote = (...pieces: string[]) => pieces.map((piece) => `assistant.delta ${piece}`);
const thought = (...pieces: string[]) => pieces.map((piece) => `reasoning.delta ${piece}`);
const completed = "turn.completed";

/** No reasoning stands in a response of this wire: what comes back to the server has no place for it. */
const thinks: TurnTrace = {
  begins: ["turn.started", "user.message Is 91 a prime number?"],
  steps: [
    [
      ...thought("7", " times", " 13", " is", " 91", "."),
      ...wrote("No", ":", " 91", " is", " 7", " times", " 13", "."),
      "model.responded message",
      "assistant.message No: 91 is 7 times 13.",
    ],
  ],
  ends: completed,
};

const buyMilk = [
  ...wrote("Buy", " milk", "."),
  "model.responded message",
  "assistant.message Buy milk.",
];

const reads: TurnTrace = {
  begins: ["turn.started", "user.message What is in notes.txt?"],
  steps: [
    [
      "model.responded function_call",
      'tool.started call_1 read_workspace_file {"path":"notes.txt","start_line":1}',
      "tool.finished call_1 read_workspace_file buy milk",
    ],
    buyMilk,
  ],
  ends: completed,
};

function readsTwo(first = "call_1", second = "call_2"): TurnTrace {
  return {
    begins: ["turn.started", "user.message Compare notes.txt and list.txt."],
    steps: [
      [
        "model.responded function_call function_call",
        `tool.started ${first} read_workspace_file {"path":"notes.txt","start_line":1}`,
        `tool.finished ${first} read_workspace_file buy milk`,
        `tool.started ${second} read_workspace_file {"path":"list.txt","start_line":1}`,
        `tool.finished ${second} read_workspace_file buy bread`,
      ],
      [
        ...wrote("One", " says", " milk", ",", " the", " other", " bread", "."),
        "model.responded message",
        "assistant.message One says milk, the other bread.",
      ],
    ],
    ends: completed,
  };
}

const hello = ["turn.started", "user.message hello"];
const greeting = "Hello! What shall we build?";
const pieces = wrote("Hello", "!", " What", " shall", " we", " build", "?");

const greets: TurnTrace = {
  begins: hello,
  steps: [[...pieces, "model.responded message", `assistant.message ${greeting}`]],
  ends: completed,
};

/** The text has come, and is no answer. */
function breaksOff(error: string): TurnTrace {
  return {
    begins: hello,
    steps: [[...pieces, `assistant.interrupted ${greeting}`]],
    ends: `turn.failed ${error}`,
  };
}

const asText = '{"name":"read_workspace_file","arguments":{"path":"notes.txt","start_line":1}}';

/** By the name of the scenario: what a turn tells on the chat wire, streamed. */
export const chatTraces: Record<string, ChatTrace> = {
  // PRO-10: one thought, whatever its name
  "chat-reasoning": { turn: thinks },
  "chat-reasoning-details": { turn: thinks },
  "chat-reasoning-twice": { turn: thinks },
  "chat-think-tags": { turn: thinks },
  "chat-empty-choices": { turn: thinks },
  "chat-role-in-every-chunk": { turn: thinks },
  // STR-05, STR-06: the pieces of a call find each other
  "chat-content-beside-calls": { turn: reads },
  "chat-no-index": { turn: readsTwo() },
  "chat-no-index-in-pieces": { turn: readsTwo() },
  "chat-arguments-whole": { turn: readsTwo() },
  "chat-arguments-by-character": { turn: reads },
  "chat-calls-interleaved": { turn: readsTwo() },
  "chat-index-reversed": { turn: readsTwo() },
  "chat-same-index-twice": { turn: reads },
  // PRO-05: each call has an id, and the server's own where one comes
  "chat-id-absent": { turn: readsTwo("call_own_1", "call_own_2") },
  "chat-id-empty": { turn: readsTwo("call_own_1", "call_own_2") },
  "chat-id-late": { turn: readsTwo() },
  "chat-id-is-name": { turn: readsTwo("read_workspace_file", "call_own_1") },
  // PRO-02: whether there are calls, their presence says
  "chat-finish-stop": { turn: reads },
  "chat-finish-tool-calls": { turn: greets },
  "chat-finish-content-filter": { turn: breaksOff("The answer was cut off (content_filter).") },
  "chat-finish-error": { turn: breaksOff("Provider disconnected unexpectedly") },
  "chat-finish-empty": { turn: greets },
  "chat-no-finish": {
    turn: breaksOff("The response ended in the middle: the server closed the stream too early."),
    asWhole: greets,
  },
  "chat-no-done": { turn: greets },
  "chat-usage-never": { turn: greets },
  "chat-usage-bare": { turn: greets },
  "chat-usage-in-finish": { turn: greets },
  "chat-error-body": {
    turn: {
      begins: hello,
      steps: [[]],
      ends: "turn.failed The model is overloaded. Please try again.",
    },
  },
  "chat-plain-text": { turn: greets },
  "chat-no-stream": {
    turn: {
      begins: hello,
      steps: [[...wrote(greeting), "model.responded message", `assistant.message ${greeting}`]],
      ends: completed,
    },
  },
  // ORD-05: not run, and answered
  "chat-cut-off-call": {
    turn: {
      begins: ["turn.started", "user.message What is in notes.txt?"],
      steps: [
        [
          "model.responded function_call",
          'tool.started call_1 read_workspace_file {"path":"not',
          "tool.failed call_1 read_workspace_file Not run: the response was cut off, and the call may be. Ask again, for less.",
        ],
        [
          ...wrote("I", " ran", " out", " of", " room", "."),
          "model.responded message",
          "assistant.message I ran out of room.",
        ],
      ],
      ends: completed,
    },
  },
  // PRO-07: what looks like a call is text
  "chat-call-as-text": {
    turn: {
      begins: ["turn.started", "user.message What is in notes.txt?"],
      steps: [
        [
          ...wrote('{"', "name", '":"', "read", "_", "workspace", "_", "file", '","'),
          ...wrote("arguments", '":{"', "path", '":"', "notes", ".", "txt", '","'),
          ...wrote("start", "_", "line", '":', "1", "}}"),
          "model.responded message",
          `assistant.message ${asText}`,
        ],
      ],
      ends: completed,
    },
  },
};
