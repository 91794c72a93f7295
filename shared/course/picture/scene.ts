import type { Scenario } from "../../rehearsal/scenario.ts";
import { answer, call, say } from "../../rehearsal/scenarios/script.ts";

/** The turn that all pictures show, in a new copy of the practice project. Nothing in it depends on time. */
export const scene: Scenario = {
  name: "picture",
  shows: "A call that fails, one that finds something, and an answer in Markdown.",
  from: 2,
  user: "Why do two spaces count as a word?",
  responses: [
    answer(call("call_1", "read_workspace_file", '{"path":"count.mjs","start_line":1}')),
    answer(call("call_2", "search_workspace", '{"query":"split("}')),
    answer(
      say(`**Every space ends a word**, so an empty one stands between two of them:

\`\`\`diff
-    words: text.split(/[ \\n]/).length - 1,
+    words: text.split(/[ \\n]+/).length - 1,
\`\`\`

1. The \`+\` takes all the spaces and line ends that follow each other.
2. With it, \`node --test\` passes.`),
    ),
  ],
};

/** Stands in the input when the turn is over. */
export const typedNext = "Mend it, please.";
