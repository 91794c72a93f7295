import type { Chapter } from "./chapter.ts";

export const sessions: Chapter = {
  number: 7,
  folder: "07-sessions",
  name: "sessions",
  layer: "the event log is the session: append, resume, replay",
  minutes: 40,
  newEvents: ["session.started", "session.resumed", "model.responded"],
  excess:
    "A file on a disk meets more than the idea: lines that are damaged, a lock, a folder for each workspace, keys to leave out.",
  files: [
    {
      path: "session-store.ts",
      why: "One event per line, only added to; what can't be kept is said once.",
      role: "given",
    },
    {
      path: "log-writer.ts",
      why: "A line more, whole or not at all, and a turn that is over is on the disk.",
      role: "given",
    },
    {
      path: "main.ts",
      why: "The log is opened first, and the state begins with what is in it.",
      role: "given",
    },
    {
      path: "create-session.ts",
      why: "The history is a fold of the log too, and each response becomes an event.",
      role: "given",
    },
    {
      path: "tell-responses.ts",
      why: "What the model said is told as it came: the session keeps what it has to hear again.",
      role: "build",
    },
    {
      path: "conversation.ts",
      why: "From the events to what the model remembers, each call with one output.",
      role: "build",
    },
    {
      path: "unfinished-turn.ts",
      why: "A turn that died with its program gets the ends that are missing.",
      role: "build",
    },
    {
      path: "session.ts",
      why: "A session can go on: its id, its numbers, and what no agent has told.",
      role: "given",
    },
    {
      path: "resume-session.ts",
      why: "The folds of a log in one pass, and how the session goes on from there.",
      role: "given",
    },
    {
      path: "log-lines.ts",
      why: "The lines of a file, however long it is, and the events in them.",
      role: "given",
    },
    {
      path: "log-damage.ts",
      why: "What of a file can't be read, and how to go on without losing the rest.",
      role: "given",
    },
    {
      path: "session-lock.ts",
      why: "Two processes in one file would write through each other.",
      role: "given",
    },
    { path: "without-keys.ts", why: "A key does not belong into a file.", role: "given" },
    {
      path: "memory-log.ts",
      why: "Where nothing can be kept, the session goes on in memory.",
      role: "given",
    },
    {
      path: "session-folder.ts",
      why: "Where the sessions of a workspace are, for its owner alone.",
      role: "given",
    },
    {
      path: "open-log.ts",
      why: "A new session, the last one, or the one that is named.",
      role: "given",
    },
    {
      path: "state/tui-state.ts",
      why: "The program has something to say itself.",
      role: "given",
    },
    {
      path: "state/reduce-session-event.ts",
      why: "A session that begins is an empty state.",
      role: "given",
    },
    {
      path: "state/reduce-transcript.ts",
      why: "That a session goes on stands in the transcript.",
      role: "given",
    },
    { path: "render-state.ts", why: "A notice as lines.", role: "given" },
    { path: "tui/item-lines.ts", why: "A notice in the window.", role: "given" },
  ],
};
