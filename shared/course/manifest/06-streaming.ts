import type { Chapter } from "./chapter.ts";

export const streaming: Chapter = {
  number: 6,
  folder: "06-streaming",
  name: "streaming",
  layer: "the answer while it is written",
  minutes: 40,
  excess:
    "A stream can end in more ways than a plain answer: two files for them, one for the pieces, one for the ends of long texts.",
  newEvents: ["reasoning.delta", "assistant.delta", "assistant.interrupted"],
  files: [
    {
      path: "main.ts",
      why: "Another way to the model, behind the same seam; what is shown has the draft in it.",
      role: "given",
    },
    {
      path: "openai-stream.ts",
      why: "The same whole response, told piece by piece on the way.",
      role: "build",
    },
    {
      path: "tell-pieces.ts",
      why: "A piece becomes an event, and the text so far is kept for the case that it breaks off.",
      role: "given",
    },
    {
      path: "stream-events.ts",
      why: "Every way in which a stream can end too early becomes one sentence.",
      role: "given",
    },
    {
      path: "silence.ts",
      why: "Nothing throws when a server says nothing more: somebody has to look at the clock.",
      role: "given",
    },
    {
      path: "openai.ts",
      why: "Its sentences for a failed request are those of a stream too.",
      role: "given",
    },
    {
      path: "state/draft.ts",
      why: "Pieces grow into a draft, and the whole message takes its place.",
      role: "build",
    },
    {
      path: "state/tui-state.ts",
      why: "The draft has a part of the state to itself, and a turn can be one that thinks.",
      role: "given",
    },
    {
      path: "state/reduce-session-event.ts",
      why: "One more part sees every event.",
      role: "given",
    },
    {
      path: "state/reduce-status.ts",
      why: "The model thinks until something is seen of what it does.",
      role: "given",
    },
    {
      path: "state/reduce-transcript.ts",
      why: "What was there when a response broke off stays.",
      role: "given",
    },
    {
      path: "state/transcript-items.ts",
      why: "To a screen, the draft is the last items of the transcript.",
      role: "given",
    },
    {
      path: "render-state.ts",
      why: "The draft and the thinking as lines.",
      role: "given",
    },
    {
      path: "last-lines.ts",
      why: "Of a text that grows the end is enough, however long it is.",
      role: "given",
    },
    {
      path: "repainting-screen.ts",
      why: "The draft can still change, so it is repainted, and not for each piece.",
      role: "given",
    },
    {
      path: "demo-session.ts",
      why: "The demo writes its answer in pieces too.",
      role: "given",
    },
    {
      path: "tui/growing-markdown.ts",
      why: "Finished blocks are drawn once, and only the open one again.",
      role: "given",
    },
    {
      path: "tui/markdown.ts",
      why: "Blocks can be read and drawn one by one.",
      role: "given",
    },
    {
      path: "tui/tui-screen.ts",
      why: "The window draws Markdown that grows.",
      role: "given",
    },
    {
      path: "tui/item-lines.ts",
      why: "Reasoning, drafts and broken answers have a look of their own.",
      role: "given",
    },
    {
      path: "tui/scroll.ts",
      why: "Thoughts leave: where they stood above the place, they do not move it.",
      role: "given",
    },
    {
      path: "tui/status-line.ts",
      why: "It says when the model thinks.",
      role: "given",
    },
  ],
};
