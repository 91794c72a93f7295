import type { Scenario } from "../scenario.ts";
import { answer, call, notes, readNotes, say } from "./script.ts";

/** Two lines with a pause between them, long enough for a busy machine. Its quotes mean the same to sh and to cmd. */
const twoLines = `node -e "console.log('first'); setTimeout(console.log, 600, 'second')"`;

/** Turns in which the model asks for tools, and knows how. */
export const toolCalls: Scenario[] = [
  {
    name: "read-file",
    shows: "One call, then the answer.",
    from: 2,
    user: "What is in notes.txt?",
    files: notes,
    responses: [answer(readNotes("call_1")), answer(say("Buy milk."))],
  },
  {
    name: "run-command",
    shows: "A command that prints, waits and prints again.",
    from: 2,
    user: "Run the two-line command.",
    responses: [
      answer(call("call_1", "run_command", JSON.stringify({ command: twoLines }))),
      answer(say("It printed two lines: first, then second.")),
    ],
  },
  {
    name: "two-calls",
    shows: "Two calls in one response are two pairs, one after the other.",
    from: 2,
    user: "Compare notes.txt and list.txt.",
    files: { ...notes, "list.txt": "buy bread" },
    responses: [
      answer(
        readNotes("call_1"),
        call("call_2", "read_workspace_file", '{"path":"list.txt","start_line":1}'),
      ),
      answer(say("One says milk, the other bread.")),
    ],
  },
  {
    name: "chain",
    shows: "Three rounds: each call follows from the output before.",
    from: 2,
    user: "What is there to do?",
    files: { "notes.txt": "see todo.txt", "todo.txt": "buy milk" },
    responses: [
      answer(call("call_1", "list_workspace", '{"path":"."}')),
      answer(readNotes("call_2")),
      answer(call("call_3", "read_workspace_file", '{"path":"todo.txt","start_line":1}')),
      answer(say("Buy milk.")),
    ],
  },
  {
    name: "text-beside-call",
    shows: "A message and a call in one response come out in that order.",
    from: 2,
    user: "What is in notes.txt?",
    files: notes,
    responses: [answer(say("Let me look."), readNotes("call_1")), answer(say("Buy milk."))],
  },
  {
    name: "texts-between-calls",
    shows: "Two messages and two calls in one response come out in their order.",
    from: 2,
    user: "Compare notes.txt and list.txt.",
    files: { ...notes, "list.txt": "buy bread" },
    responses: [
      answer(
        say("First the notes."),
        readNotes("call_1"),
        say("Now the list."),
        call("call_2", "read_workspace_file", '{"path":"list.txt","start_line":1}'),
      ),
      answer(say("One says milk, the other bread.")),
    ],
  },
];
