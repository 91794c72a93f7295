import type { Scenario } from "../../rehearsal/scenario.ts";
import { answer, call, say } from "../../rehearsal/scenarios/script.ts";

const from = "words: text.split(/[ \\n]/).length - 1,";
const to = "words: text.split(/[ \\n]+/).length - 1,";
const edit = { path: "src/count.mjs", old_text: from, new_text: to };

/** The turn of the recording: a call, a change that asks first, a command that asks too, and the answer. */
export const filmScene: Scenario = {
  name: "recording",
  shows:
    "A question, a search, a change and a command that wait for a yes, and an answer in Markdown.",
  from: 14,
  user: "Two spaces count as a word. Mend it.",
  responses: [
    {
      ...answer(
        { type: "reasoning", text: "Where the text is split into words, I suppose." },
        call("call_1", "search_workspace", '{"query":"split(/"}'),
      ),
      paceMs: 90,
      delayMs: 500,
    },
    answer(call("call_2", "edit_workspace_file", JSON.stringify(edit))),
    answer(call("call_3", "run_command", '{"command":"node --test --test-reporter dot"}')),
    {
      ...answer(
        say(`Done. **Every space ended a word**, so an empty one stood between two of them.

1. \`split(/[ \\n]+/)\` takes all that follow each other as one end.
2. The tests pass, with the two spaces in them.`),
      ),
      paceMs: 60,
    },
  ],
};
