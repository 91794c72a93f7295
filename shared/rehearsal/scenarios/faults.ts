import type { Fault, Scenario, ScriptedItem } from "../scenario.ts";
import { fail, say } from "./script.ts";

/** One scenario per fault, named for it. Each stays as it is: asking again gives the same. */
export const faults: Scenario[] = [
  broken("status-401", "The key is wrong."),
  broken("status-429", "Too many requests."),
  broken("status-500", "The server has an error."),
  broken("connection-reset", "The connection is lost before the first byte."),
  broken(
    "reset-mid-body",
    "The connection is lost in the middle.",
    say("You will read half of this."),
  ),
  broken("response-failed", "The answer arrives, and says that the model failed."),
  broken("response-incomplete", "The output limit ends the message.", say("Once upon a")),
  broken("empty-output", "The response is complete, and holds nothing."),
  broken(
    "split-bytes",
    "Nothing is lost: the bytes come in odd pieces.",
    say("Grüße, 日本語, 🙂!"),
  ),
  broken("html-page", "Status 200, and a web page."),
  { ...broken("stall", "The server takes the request and never answers."), from: 6 },
];

function broken(fault: Fault, shows: string, ...output: ScriptedItem[]): Scenario {
  return { name: fault, shows, from: 1, user: "hello", responses: [fail(fault, ...output)] };
}
