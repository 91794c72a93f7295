import type { Chapter } from "./chapter.ts";

export const events: Chapter = {
  number: 3,
  folder: "03-events",
  name: "events",
  layer: "the agent says what it does; a session names the turn",
  minutes: 40,
  newEvents: ["tool.progress"],
  excess:
    "The session, its set-up and the lines of the terminal are new files, each of them short.",
  files: [
    {
      path: "agent.ts",
      why: "The agent reports its messages to the turn, and hands the turn to the model and the tools.",
      role: "build",
    },
    { path: "tools/tool.ts", why: "A tool may show what it prints while it works.", role: "given" },
    {
      path: "tools/registry.ts",
      why: "The start, the progress and the end of a call are reported where it is handled.",
      role: "build",
    },
    {
      path: "session.ts",
      why: "One turn at a time gets a beginning, an ending and numbers; whoever listens hears all.",
      role: "build",
    },
    {
      path: "normalize-agent-event.ts",
      why: "Listeners depend on the session's names only; the agent may change its own, here.",
      role: "build",
    },
    {
      path: "create-session.ts",
      why: "The parts are put together once, for the terminal, the trace and the tests.",
      role: "given",
    },
    { path: "event-line.ts", why: "What a person reads of an event.", role: "given" },
    {
      path: "main.ts",
      why: "The program listens to its own session; its set-up is now in create-session.ts.",
      role: "given",
    },
    {
      path: "tools/run-command.ts",
      why: "A command's lines are shown as they come.",
      role: "given",
    },
    {
      path: "tools/join-progress.ts",
      why: "Some lines at a time, and capped: events are for people and logs.",
      role: "given",
    },
  ],
};
