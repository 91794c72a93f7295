import type { Chapter } from "./chapter.ts";

export const phases: Chapter = {
  number: 13,
  folder: "13-phases",
  name: "phases",
  layer: "plan, build, review: instructions, reasoning effort and tools by phase",
  minutes: 35,
  newEvents: ["phase.changed"],
  excess: "Half of it is given: where a phase is chosen, recorded, kept and shown.",
  files: [
    {
      path: "phases.ts",
      why: "A table of phases, a wrapper round each of two seams.",
      role: "build",
    },
    {
      path: "effort.ts",
      why: "How much the model is asked to think, where it takes that.",
      role: "build",
    },
    { path: "settings.ts", why: "The phase and the effort are settings too.", role: "build" },
    {
      path: "session.ts",
      why: "A phase is recorded as a provider is; the agent may tell a notice.",
      role: "given",
    },
    { path: "create-session.ts", why: "The wrappers stand in their order.", role: "build" },
    { path: "chat-request.ts", why: "The effort on the other wire.", role: "given" },
    { path: "phase-commands.ts", why: "The user changes the phase.", role: "given" },
    { path: "commands.ts", why: "Two more rows.", role: "given" },
    { path: "choose-settings.ts", why: "The phase may be asked for at the start.", role: "given" },
    {
      path: "state/known-phase.ts",
      why: "A phase that the program does not know only reads.",
      role: "given",
    },
    { path: "state/tui-state.ts", why: "The phase is a part of the state.", role: "given" },
    {
      path: "state/reduce-session-event.ts",
      why: "The event changes the phase of the state.",
      role: "given",
    },
    { path: "tui/status-line.ts", why: "The phase is always in sight.", role: "given" },
  ],
};
