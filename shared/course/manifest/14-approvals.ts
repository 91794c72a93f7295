import type { Chapter } from "./chapter.ts";

export const approvals: Chapter = {
  number: 14,
  folder: "14-approvals",
  name: "approvals",
  layer: "tools that change things ask first",
  minutes: 40,
  newEvents: ["approval.requested", "approval.resolved"],
  excess:
    "To change a file whole or not at all takes some care, and a question has to be shown on every screen.",
  files: [
    { path: "tools/tool.ts", why: "A tool can say what it would do.", role: "given" },
    { path: "tools/run-command.ts", why: "A command is shown before it is run.", role: "given" },
    {
      path: "approvals.ts",
      why: "The open questions, and a wrapper round the tools.",
      role: "build",
    },
    { path: "session.ts", why: "The answer is a command to the session.", role: "build" },
    {
      path: "create-session.ts",
      why: "The wrapper stands inside that of the phases.",
      role: "build",
    },
    { path: "answer-question.ts", why: "From what is typed to a decision.", role: "given" },
    {
      path: "tools/registry.ts",
      why: "A call can tell events of its own; two tools more.",
      role: "given",
    },
    {
      path: "tools/change-file.ts",
      why: "A change is shown, and made where nothing has moved.",
      role: "given",
    },
    {
      path: "tools/edit-workspace-file.ts",
      why: "One piece of a file, found exactly once.",
      role: "given",
    },
    { path: "tools/write-workspace-file.ts", why: "A whole file.", role: "given" },
    {
      path: "tools/text-file.ts",
      why: "A file that can be written again byte for byte.",
      role: "given",
    },
    { path: "tools/replace-file.ts", why: "All of the bytes, or none.", role: "given" },
    {
      path: "tools/seen-files.ts",
      why: "What the model has seen may have changed since.",
      role: "given",
    },
    {
      path: "tools/read-workspace-file.ts",
      why: "A read notes what the model has seen.",
      role: "given",
    },
    {
      path: "unfinished-turn.ts",
      why: "A question that died with its program gets an answer.",
      role: "given",
    },
    { path: "session-driver.ts", why: "Beside lines, answers go in.", role: "given" },
    {
      path: "sent-text.ts",
      why: "What was begun before a question appeared is no answer to it.",
      role: "given",
    },
    { path: "state/tui-state.ts", why: "A question is a part of the state.", role: "given" },
    {
      path: "state/reduce-question.ts",
      why: "It is there until it has its answer.",
      role: "given",
    },
    {
      path: "state/reduce-session-event.ts",
      why: "One more part sees every event.",
      role: "given",
    },
    {
      path: "state/reduce-status.ts",
      why: "While it is asked, a turn waits for the user.",
      role: "given",
    },
    {
      path: "state/transcript-items.ts",
      why: "A question stands below everything else.",
      role: "given",
    },
    { path: "render-question.ts", why: "All of it, as lines.", role: "given" },
    { path: "visible-text.ts", why: "A mark for what can't be seen.", role: "given" },
    {
      path: "question-rows.ts",
      why: "No text makes a row that looks like the question's own.",
      role: "given",
    },
    {
      path: "render-change.ts",
      why: "What was changed, also where nobody was asked.",
      role: "given",
    },
    { path: "render-state.ts", why: "A question as lines, and a change.", role: "given" },
    { path: "screen.ts", why: "A screen has answers beside lines.", role: "given" },
    { path: "repainting-screen.ts", why: "A question is printed whole.", role: "given" },
    { path: "tui/tui-screen.ts", why: "Answers in the window.", role: "given" },
    {
      path: "main.ts",
      why: "Answers are passed on; without a terminal the answer is no.",
      role: "given",
    },
    { path: "tui/lay-out.ts", why: "Whether a question is in the window.", role: "given" },
    {
      path: "tui/item-lines.ts",
      why: "Both in the window; a question is never folded.",
      role: "given",
    },
    { path: "tui/status-line.ts", why: "A word for the status.", role: "given" },
    { path: "demo-session.ts", why: "The demo asks nothing.", role: "given" },
  ],
};
