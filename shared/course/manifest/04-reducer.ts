import type { Chapter } from "./chapter.ts";

export const reducer: Chapter = {
  number: 4,
  folder: "04-reducer",
  name: "reducer",
  layer: "events become state; state becomes text",
  minutes: 40,
  newEvents: [],
  excess:
    "Half of it is given and works at the edges: the terminal that is repainted, cleaning, folding, the demo.",
  files: [
    {
      path: "state/tui-state.ts",
      why: "What a screen can show: items in order, each call one row, and whether a turn runs.",
      role: "given",
    },
    { path: "state/reduce-status.ts", why: "Whether a turn runs.", role: "build" },
    {
      path: "state/reduce-tool-row.ts",
      why: "A call keeps its place, is completed there, and never runs on after its turn.",
      role: "build",
    },
    {
      path: "state/reduce-transcript.ts",
      why: "What an event adds, and what of the transcript can still change.",
      role: "build",
    },
    {
      path: "state/reduce-session-event.ts",
      why: "One function from a state and an event to the next state; every part sees every event.",
      role: "build",
    },
    {
      path: "state/text-or-empty.ts",
      why: "An event may lack its text: the reducers go on without it.",
      role: "given",
    },
    {
      path: "state/transcript-items.ts",
      why: "The items of a transcript, from either end.",
      role: "given",
    },
    {
      path: "render-state.ts",
      why: "From state to lines, pure: the same state is the same text.",
      role: "given",
    },
    {
      path: "event-line.ts",
      why: "A line per event is not what a screen shows: render-state.ts takes its place.",
      role: "removed",
    },
    { path: "fold-lines.ts", why: "Of a long output the beginning and the end.", role: "given" },
    {
      path: "clean-text.ts",
      why: "Nothing from a model or a tool may drive the terminal.",
      role: "given",
    },
    {
      path: "session-driver.ts",
      why: "What a screen needs of whoever works: lines go in, events come out.",
      role: "given",
    },
    {
      path: "demo-session.ts",
      why: "The same events without an agent, for the same screen.",
      role: "given",
    },
    {
      path: "screen.ts",
      why: "It shows a state and gives lines; where nothing can be repainted, an item waits to be settled.",
      role: "given",
    },
    {
      path: "unprinted-lines.ts",
      why: "How far the settled items have been printed.",
      role: "given",
    },
    {
      path: "repainting-screen.ts",
      why: "In a terminal, what can still change is drawn again in place.",
      role: "given",
    },
    {
      path: "at-the-end.ts",
      why: "Whatever ends the program, the terminal is given back.",
      role: "given",
    },
    {
      path: "main.ts",
      why: "Driver, state and screen know nothing of each other: they meet here.",
      role: "given",
    },
  ],
};
