import type { Fault, Scenario, ScriptedItem } from "../scenario.ts";
import { fail, notes, readNotes, say } from "./script.ts";

const half = say("You will read half of this.");
const odd = say("Grüße, 日本語, 🙂!");

/** One scenario per fault, named for it. Each stays as it is: asking again gives the same. */
export const faults: Scenario[] = [
  broken("status-401", "The key is wrong."),
  broken("status-429", "Too many requests."),
  broken("quota-exceeded", "Too many requests for what was paid: asking again does not help."),
  broken("status-500", "The server has an error."),
  broken("status-503", "The server has too much to do."),
  broken("connection-reset", "The connection is lost before the first byte."),
  broken("reset-mid-body", "The connection is lost in the middle.", half),
  broken("response-failed", "The answer arrives, and says that the model failed.", half),
  broken("response-incomplete", "The output limit ends the message.", say("Once upon a")),
  broken("empty-output", "The response is complete, and holds nothing."),
  broken("split-bytes", "Nothing is lost: the bytes come in odd pieces.", odd),
  broken("html-page", "Status 200, and a web page."),
  {
    ...streamed("stall", "The server falls silent, and the connection stays open.", half),
    idleMs: 300,
  },
  {
    ...streamed("stall-with-comments", "Silence again, but for a comment now and then.", half),
    idleMs: 300,
  },
  streamed("stream-ends-early", "The stream ends without a final event.", half),
  streamed("error-event", "The server breaks off with an error, told in the stream.", half),
  streamed("broken-json", "A line in the middle of the stream is no JSON.", half),
  streamed("unknown-events", "Nothing is lost: between the events stand new ones.", odd),
  streamed("keep-alive", "Nothing is lost: between the events stand signs of life.", odd),
  streamed("crlf", "Nothing is lost: the lines end as on Windows.", odd),
  {
    name: "broken-after-call",
    shows:
      "A call is there, whole. Then the stream ends: the call is of no response, and is not run.",
    from: 6,
    user: "What is in notes.txt?",
    files: notes,
    // behind the call's output_item.done
    responses: [{ ...fail("stream-ends-early", readNotes("call_1")), after: 10 }],
  },
  {
    ...broken("no-tool-support", "The model takes no tools.", say("Hello, without tools.")),
    from: 12,
  },
  {
    ...broken("no-reasoning-effort", "The model takes no reasoning effort.", say("Hello.")),
    from: 13,
  },
  {
    ...streamed("empty-output", "The text was streamed; the final event holds none.", half),
    name: "empty-final-output",
  },
];

function broken(fault: Fault, shows: string, ...output: ScriptedItem[]): Scenario {
  return { name: fault, shows, from: 1, user: "hello", responses: [fail(fault, ...output)] };
}

/** For a chapter that reads a stream. */
function streamed(fault: Fault, shows: string, output: ScriptedItem): Scenario {
  return { ...broken(fault, shows, output), from: 6 };
}
