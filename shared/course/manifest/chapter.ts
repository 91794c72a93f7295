import type { SessionEvent } from "../../events.ts";

/** What the course knows of a chapter: its place, what it adds, and how to read and build it. */
export type Chapter = {
  /** 1, 2, 3 … */
  number: number;
  /** Below chapters/. */
  folder: string;
  name: string;
  /** What it adds, in a few words. */
  layer: string;
  /** To build it from the chapter before, what is given aside. */
  minutes: number;
  /** The events that a turn shows from this chapter on. */
  newEvents: SessionEvent["type"][];
  /** Every file that it adds, changes or removes, in the order in which to read them. */
  files: ChapterFile[];
  /** Why a budget of the ladder is exceeded here. */
  excess?: string;
};

export type ChapterFile = {
  /** Below the chapter's folder, with "/". */
  path: string;
  /** Why the layer needs it, in a line. */
  why: string;
  /** Whether an exercise hands it out or asks for it, or the chapter does without it. */
  role: "given" | "build" | "removed";
};
