import type { Chapter } from "./chapter.ts";

export const cancellation: Chapter = {
  number: 9,
  folder: "09-cancellation",
  name: "cancellation",
  layer: "Ctrl+C ends a turn cleanly, wherever it is",
  minutes: 40,
  newEvents: ["turn.cancelled"],
  excess: "Each place that waits has to hear of it, and so has the key on each of the screens.",
  files: [
    {
      path: "agent.ts",
      why: "A turn has a signal, and no request is made behind it.",
      role: "build",
    },
    {
      path: "session.ts",
      why: "The command that aborts it, and the ending that follows.",
      role: "build",
    },
    {
      path: "tools/registry.ts",
      why: "A call that has not begun is not run, and is answered all the same.",
      role: "build",
    },
    {
      path: "tools/leave-behind.ts",
      why: "A tool that does not end can't hold the turn.",
      role: "given",
    },
    { path: "tools/tool.ts", why: "A tool may hear of the cancel.", role: "given" },
    {
      path: "tools/run-command.ts",
      why: "The cancel ends a command as its time limit does.",
      role: "given",
    },
    {
      path: "tools/search-workspace.ts",
      why: "A long search looks at the signal between two files.",
      role: "given",
    },
    {
      path: "tools/process-group.ts",
      why: "Ctrl+C does not end the program any more where something else hears it.",
      role: "given",
    },
    { path: "openai.ts", why: "The request is given up.", role: "given" },
    { path: "openai-stream.ts", why: "The stream gets the signal too.", role: "given" },
    {
      path: "stream-events.ts",
      why: "What has come already is not told behind a cancel.",
      role: "build",
    },
    { path: "silence.ts", why: "A read that waits ends at once.", role: "given" },
    {
      path: "session-driver.ts",
      why: "Beside lines, a key goes in.",
      role: "given",
    },
    {
      path: "log-writer.ts",
      why: "A cancelled turn is on the disk too.",
      role: "given",
    },
    {
      path: "unfinished-turn.ts",
      why: "A cancelled turn has ended.",
      role: "given",
    },
    {
      path: "state/tui-state.ts",
      why: "The time between the key and the end of the turn is a status.",
      role: "given",
    },
    {
      path: "state/reduce-status.ts",
      why: "What still comes while a turn is cancelled does not change that.",
      role: "given",
    },
    { path: "state/draft.ts", why: "A cancelled turn leaves no draft.", role: "given" },
    { path: "state/reduce-tool-row.ts", why: "No row runs behind a cancel.", role: "given" },
    {
      path: "state/reduce-transcript.ts",
      why: "That a turn was cancelled stands in the transcript.",
      role: "given",
    },
    { path: "ctrl-c.ts", why: "What Ctrl+C means, in one place.", role: "build" },
    {
      path: "main.ts",
      why: "The key goes to the driver, and the screen says at once that it was heard.",
      role: "given",
    },
    { path: "screen.ts", why: "Without a terminal Ctrl+C is a signal.", role: "given" },
    { path: "repainting-screen.ts", why: "The key in the plain screen.", role: "given" },
    { path: "tui/tui-screen.ts", why: "The key in the window.", role: "given" },
    { path: "tui/status-line.ts", why: "What the key would do now.", role: "given" },
    { path: "render-state.ts", why: "A word for the status.", role: "given" },
    { path: "demo-session.ts", why: "The demo can be cancelled too.", role: "given" },
  ],
};
