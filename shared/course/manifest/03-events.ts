import type { Chapter } from "./chapter.ts";

export const events: Chapter = {
  number: 3,
  folder: "03-events",
  name: "events",
  layer: "the agent says what it does; a session gives the turn an identity",
  minutes: 40,
  newEvents: ["tool.progress"],
  files: [
    {
      path: "agent.ts",
      why: "The agent gets a turn to report to, and hands it to whoever works in it.",
      role: "build",
    },
    { path: "tools/tool.ts", why: "A tool may show what it prints while it works.", role: "given" },
    {
      path: "tools/registry.ts",
      why: "Both ends of a call are told where the call is handled.",
      role: "build",
    },
    {
      path: "session.ts",
      why: "A turn gets a beginning, an ending, and numbers; everyone who listens hears all of it.",
      role: "build",
    },
    {
      path: "normalize-agent-event.ts",
      why: "The agent says what it did, the session what happened in the turn: one place knows both.",
      role: "build",
    },
    {
      path: "create-session.ts",
      why: "The parts are put together once, for the terminal, the trace and the tests.",
      role: "given",
    },
    { path: "event-line.ts", why: "What a person reads of an event.", role: "build" },
    {
      path: "main.ts",
      why: "The program listens to its own session; its set-up is now in create-session.ts.",
      role: "build",
    },
    {
      path: "tools/run-command.ts",
      why: "A command's lines are shown as they come.",
      role: "given",
    },
    {
      path: "tools/join-progress.ts",
      why: "Ten times a second at most, and capped: events are for people and logs.",
      role: "given",
    },
  ],
};
