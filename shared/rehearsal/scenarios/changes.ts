import type { Scenario } from "../scenario.ts";
import { answer, call, say } from "./script.ts";

/** Calls that change something: from chapter 14 on they ask first. */
export const changes: Scenario[] = [
  {
    name: "edit-file",
    shows: "The model changes a file: the user sees the difference first.",
    from: 14,
    user: "Mend the typo in notes.txt.",
    files: { "notes.txt": "buy mlik\n" },
    responses: [
      answer(
        call(
          "call_1",
          "edit_workspace_file",
          '{"path":"notes.txt","old_text":"mlik","new_text":"milk"}',
        ),
      ),
      answer(say("It says milk now.")),
    ],
  },
  {
    name: "write-file",
    shows: "The model writes a new file: all of it is shown first.",
    from: 14,
    user: "Write a list for the market.",
    responses: [
      answer(
        call(
          "call_1",
          "write_workspace_file",
          '{"path":"lists/market.txt","content":"figs\\nbread\\n"}',
        ),
      ),
      answer(say("It is in lists/market.txt.")),
    ],
  },
];
