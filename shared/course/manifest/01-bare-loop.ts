import type { Chapter } from "./chapter.ts";

export const bareLoop: Chapter = {
  number: 1,
  folder: "01-bare-loop",
  name: "bare-loop",
  layer: "ask the model, remember, ask again",
  minutes: 25,
  newEvents: ["turn.started", "user.message", "assistant.message", "turn.completed", "turn.failed"],
  excess:
    "The check of a response stands in openai.ts from the start, so that 02 changes only what it accepts.",
  files: [
    {
      path: "main.ts",
      why: "The outer loop: a line typed is a turn, a failure is a sentence.",
      role: "build",
    },
    {
      path: "agent.ts",
      why: "One turn: remember the line, ask, remember the answer.",
      role: "build",
    },
    {
      path: "openai.ts",
      why: "The only file that knows the API: one request, one sentence when it fails.",
      role: "build",
    },
  ],
};
