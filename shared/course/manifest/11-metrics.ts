import type { Chapter } from "./chapter.ts";

export const metrics: Chapter = {
  number: 11,
  folder: "11-metrics",
  name: "metrics",
  layer: "what a turn cost",
  minutes: 45,
  newEvents: ["model.requested", "turn.metrics"],
  excess:
    "Five sums that a server may leave out, of a turn and of a session, and each place that shows them.",
  files: [
    {
      path: "tell-requests.ts",
      why: "Each request is an event, before its first attempt.",
      role: "build",
    },
    { path: "create-session.ts", why: "A third wrapper round the seam.", role: "given" },
    { path: "metrics.ts", why: "What a turn cost is a fold of its events.", role: "build" },
    {
      path: "state/tokens.ts",
      why: "Sums of what servers say, and a mark for what they do not.",
      role: "given",
    },
    {
      path: "state/count-or-nothing.ts",
      why: "What is no count is not known.",
      role: "given",
    },
    {
      path: "turn-metrics.ts",
      why: "From the fold to the event that stands before an ending.",
      role: "given",
    },
    { path: "session.ts", why: "The costs are told right before the ending.", role: "build" },
    {
      path: "unfinished-turn.ts",
      why: "A turn that died with its program has cost something too.",
      role: "given",
    },
    { path: "resume-session.ts", why: "One more fold of the log.", role: "given" },
    {
      path: "state/tui-state.ts",
      why: "The costs of the session are a part of the state.",
      role: "given",
    },
    { path: "state/reduce-totals.ts", why: "The sum over the turns of a session.", role: "build" },
    {
      path: "state/reduce-session-event.ts",
      why: "One more part sees every event.",
      role: "given",
    },
    {
      path: "state/reduce-transcript.ts",
      why: "The costs of a turn have their place behind it.",
      role: "given",
    },
    {
      path: "render-metrics.ts",
      why: "The costs as a line, what is not known included.",
      role: "given",
    },
    { path: "render-state.ts", why: "The line in plain text.", role: "given" },
    { path: "tui/item-lines.ts", why: "The line in the window.", role: "given" },
    {
      path: "tui/status-line.ts",
      why: "What the session has cost, always in sight.",
      role: "given",
    },
    { path: "commands.ts", why: "One more row in the table.", role: "given" },
    { path: "session-host.ts", why: "One more preference.", role: "given" },
    { path: "main.ts", why: "What is not shown counts all the same.", role: "given" },
    { path: "demo-session.ts", why: "The demo costs time.", role: "given" },
  ],
};
