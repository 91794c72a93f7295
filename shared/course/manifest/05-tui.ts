import type { Chapter } from "./chapter.ts";

export const tui: Chapter = {
  number: 5,
  folder: "05-tui",
  name: "tui",
  layer: "the same state on a real screen",
  minutes: 40,
  newEvents: [],
  files: [
    {
      path: "main.ts",
      why: "One expression chooses the screen; all the rest is as it was.",
      role: "given",
    },
    {
      path: "tui/tui-screen.ts",
      why: "State, keys and the size of the window change a view, and a view becomes a frame.",
      role: "given",
    },
    {
      path: "tui/item-lines.ts",
      why: "An item becomes lines, once for a width.",
      role: "given",
    },
    {
      path: "tui/viewport.ts",
      why: "Of all lines, those that the window shows.",
      role: "build",
    },
    {
      path: "tui/lay-out.ts",
      why: "A view becomes a frame, and nothing else happens: transcript, status, what is typed.",
      role: "given",
    },
    {
      path: "tui/frames.ts",
      why: "A throttle: however many events come, thirty frames a second are enough.",
      role: "build",
    },
    {
      path: "tui/terminal.ts",
      why: "The only file that writes to the terminal: the rows that have changed.",
      role: "given",
    },
    {
      path: "tui/scroll.ts",
      why: "How the window moves over them, while more come in below.",
      role: "build",
    },
    {
      path: "tui/rewrap.ts",
      why: "Another width has other lines: the place stays the same.",
      role: "given",
    },
    {
      path: "tui/status-line.ts",
      why: "What the program does, and whether there is something below.",
      role: "given",
    },
    {
      path: "tui/wrap.ts",
      why: "A line that is wider than the window becomes several.",
      role: "given",
    },
    { path: "tui/diff-lines.ts", why: "A diff is read by its colours.", role: "given" },
    {
      path: "tui/describe-details.ts",
      why: "Exit code, duration, size and hits in a few words.",
      role: "given",
    },
    { path: "tui/paint.ts", why: "Colours, unless NO_COLOR is set.", role: "given" },
    { path: "tui/symbols.ts", why: "Signs that the locale can show.", role: "given" },
    {
      path: "tui/hold-stderr.ts",
      why: "A warning waits until the window is gone.",
      role: "given",
    },
    {
      path: "tui/markdown.ts",
      why: "An answer is Markdown: two libraries draw it, and their faults are mended here.",
      role: "given",
    },
    {
      path: "tui/highlight-code.ts",
      why: "Code in colours where its language is named.",
      role: "given",
    },
    {
      path: "tui/marked-terminal.d.ts",
      why: "The types that a package lacks.",
      role: "given",
    },
    {
      path: "tui/read-keys.ts",
      why: "Bytes become text, keys and the wheel; a paste is one text.",
      role: "given",
    },
    {
      path: "tui/typing.ts",
      why: "What each key does to the line and to the history, as a function.",
      role: "given",
    },
    {
      path: "tui/typed-rows.ts",
      why: "The line as rows, and where its cursor is.",
      role: "given",
    },
    { path: "tui/characters.ts", why: "Text as graphemes: a flag is one.", role: "given" },
    {
      path: "tools/tool.ts",
      why: "A result may have details: what a screen says and the model does not read.",
      role: "given",
    },
    {
      path: "create-session.ts",
      why: "The clock of the session is the tools' clock too.",
      role: "given",
    },
    {
      path: "tools/registry.ts",
      why: "The details go with the event, and only with it; the clock is passed on.",
      role: "given",
    },
    {
      path: "tools/run-command.ts",
      why: "A command's details: its exit code and how long it took.",
      role: "given",
    },
    {
      path: "tools/read-workspace-file.ts",
      why: "A file's details: its size, and whether that is all of it.",
      role: "given",
    },
    {
      path: "tools/search-workspace.ts",
      why: "A search's details: how many lines were found.",
      role: "given",
    },
    {
      path: "state/tui-state.ts",
      why: "What a screen may say of a call, beside its output.",
      role: "given",
    },
    {
      path: "state/reduce-tool-row.ts",
      why: "A call that has ended keeps its details.",
      role: "given",
    },
  ],
};
