import type { SessionEvent } from "../events.ts";

export type Chapter = {
  /** 1, 2, 3 … */
  number: number;
  /** Below chapters/. */
  folder: string;
  name: string;
  /** What it adds, in a few words. */
  layer: string;
  /** The events that a turn shows from this chapter on. */
  newEvents: SessionEvent["type"][];
};

/** The ladder, in order. */
export const chapters: Chapter[] = [
  {
    number: 1,
    folder: "01-bare-loop",
    name: "bare-loop",
    layer: "ask the model, remember, ask again",
    newEvents: [
      "turn.started",
      "user.message",
      "assistant.message",
      "turn.completed",
      "turn.failed",
    ],
  },
  {
    number: 2,
    folder: "02-tools",
    name: "tools",
    layer: "the model may ask for a local function; the inner loop",
    newEvents: ["tool.started", "tool.finished", "tool.failed"],
  },
];

/** By number, name or folder: "2", "02", "tools", "02-tools". Throws one line that lists the chapters. */
export function findChapter(text: string): Chapter {
  const wanted = text.trim();
  const chapter = chapters.find(
    ({ number, folder, name }) =>
      wanted === folder || wanted === name || (/^\d+$/.test(wanted) && Number(wanted) === number),
  );
  if (chapter) return chapter;
  const known = chapters.map(({ folder }) => folder.replace("-", " ")).join(", ");
  throw new Error(`No chapter "${text}". Use one of: ${known}.`);
}
