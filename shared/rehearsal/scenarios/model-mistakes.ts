import type { Scenario } from "../scenario.ts";
import { answer, call, fail, notes, readNotes, say } from "./script.ts";

/** Turns in which the model asks for what it cannot have. None of them ends the turn. */
export const modelMistakes: Scenario[] = [
  mistake("unknown-tool", "There is no such tool.", "fly", '{"to":"the moon"}'),
  mistake("bad-json", "The arguments are no JSON.", "read_workspace_file", '{"path":"notes.txt",'),
  mistake(
    "missing-argument",
    "An argument is missing.",
    "read_workspace_file",
    '{"path":"notes.txt"}',
  ),
  mistake(
    "wrong-type",
    "An argument has the wrong type.",
    "read_workspace_file",
    '{"path":"notes.txt","start_line":"one"}',
  ),
  mistake(
    "tool-throws",
    "The tool runs and throws: the file is not there.",
    "read_workspace_file",
    '{"path":"missing.txt","start_line":1}',
  ),
  mistake(
    "odd-tool-name",
    "The name of the tool is one that the API itself would not take back.",
    "fly me/to the moon!",
    "{}",
  ),
  {
    name: "cut-off-call",
    shows: "The output limit ends the response inside a call. Half a path is still a path.",
    from: 2,
    user: "What is in notes.txt?",
    files: { ...notes, notes: "sell the cow" },
    responses: [
      fail(
        "response-incomplete",
        call("call_1", "read_workspace_file", '{"path":"notes","start_line":1}'),
      ),
      answer(say("I ran out of room.")),
    ],
  },
  {
    name: "many-calls",
    shows: "200 calls in one response.",
    from: 2,
    user: "Read notes.txt two hundred times.",
    files: notes,
    responses: [
      answer(...Array.from({ length: 200 }, (_, index) => readNotes(`call_${index + 1}`))),
      answer(say("Buy milk, every time.")),
    ],
  },
  {
    name: "too-many-tool-turns",
    shows: "The model never stops asking; the limit of 8 ends the turn.",
    from: 2,
    user: "Keep reading notes.txt.",
    files: notes,
    maxToolTurns: 8,
    responses: Array.from({ length: 9 }, (_, index) => answer(readNotes(`call_${index + 1}`))),
  },
];

function mistake(name: string, shows: string, tool: string, args: string): Scenario {
  return {
    name,
    shows,
    from: 2,
    user: "What is in notes.txt?",
    files: notes,
    responses: [
      answer(call("call_1", tool, args)),
      answer(say("That did not work, so I do not know.")),
    ],
  };
}
