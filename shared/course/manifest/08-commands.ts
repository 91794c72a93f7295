import type { Chapter } from "./chapter.ts";

export const commands: Chapter = {
  number: 8,
  folder: "08-commands",
  name: "commands",
  layer: "what the user can ask of the program, not of the model",
  minutes: 35,
  newEvents: ["notice"],
  excess:
    "Eight commands are eight small functions, and half of them move files: the table and the host are the idea.",
  files: [
    {
      path: "main.ts",
      why: "A host holds the session, and the state begins anew with each that is opened.",
      role: "given",
    },
    {
      path: "commands.ts",
      why: "One table of commands, which also prints /help.",
      role: "build",
    },
    {
      path: "session-driver.ts",
      why: "A line is for the program or for the model: here it is decided.",
      role: "build",
    },
    {
      path: "session-host.ts",
      why: "Another session takes the place of this one, and everyone who listens stays.",
      role: "build",
    },
    {
      path: "session.ts",
      why: "What the program says is an event too, and may come at any time.",
      role: "given",
    },
    {
      path: "session-commands.ts",
      why: "What the commands do that are about sessions.",
      role: "given",
    },
    {
      path: "session-head.ts",
      why: "What a list says of a session stands at its beginning: no more is read.",
      role: "given",
    },
    {
      path: "save-session.ts",
      why: "A copy of a session, into a file or back from one.",
      role: "given",
    },
    {
      path: "state/reduce-transcript.ts",
      why: "A notice has its place in the transcript.",
      role: "given",
    },
    {
      path: "demo-session.ts",
      why: "The demo has one session and keeps nothing of it.",
      role: "given",
    },
  ],
};
