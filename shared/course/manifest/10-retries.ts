import type { Chapter } from "./chapter.ts";

export const retries: Chapter = {
  number: 10,
  folder: "10-retries",
  name: "retries",
  layer: "a request that failed is tried again, in sight and interruptibly",
  minutes: 30,
  newEvents: ["model.retrying"],
  files: [
    {
      path: "retry.ts",
      why: "The seam to the model, wrapped: ask, wait, ask again.",
      role: "build",
    },
    {
      path: "passing-error.ts",
      why: "Which errors may pass, and how long the server asks to wait.",
      role: "given",
    },
    {
      path: "openai.ts",
      why: "An error carries what the server said, for whoever has to decide.",
      role: "given",
    },
    {
      path: "openai-stream.ts",
      why: "An error in a stream, and a stream that only ends, carry their cause too.",
      role: "given",
    },
    { path: "create-session.ts", why: "The wrapper is put round the seam.", role: "build" },
    {
      path: "state/tui-state.ts",
      why: "A wait is a status, and has an end.",
      role: "given",
    },
    {
      path: "state/reduce-status.ts",
      why: "From the event to the end of the wait.",
      role: "build",
    },
    {
      path: "state/reduce-transcript.ts",
      why: "That a request failed stands in the transcript.",
      role: "given",
    },
    { path: "countdown.ts", why: "What is counted down, by the clock.", role: "given" },
    { path: "render-state.ts", why: "The wait in the plain screen.", role: "given" },
    { path: "repainting-screen.ts", why: "It is drawn again each second.", role: "given" },
    { path: "tui/lay-out.ts", why: "The window knows what time it is.", role: "given" },
    { path: "tui/status-line.ts", why: "The wait in the window.", role: "given" },
    { path: "tui/tui-screen.ts", why: "The window is drawn again each second.", role: "given" },
  ],
};
