/** What lies between two chapters. `one-turn diff A B --json` prints it as it stands here. */
export type ChapterDiff = {
  from: DiffedChapter;
  to: DiffedChapter;
  direction: "forwards" | "backwards" | "none";
  /** The chapters that are added or, backwards, taken away, in that order. */
  layers: Layer[];
  /** Their parts of shared/events.ts, without those that hold no code. */
  events: EventSection[];
  /** Those that differ, in reading order. */
  files: FileDiff[];
  /** The paths of those that do not. */
  unchanged: string[];
  /** Lines, over all files, counted as git counts them. */
  added: number;
  removed: number;
};

export type DiffedChapter = {
  number: number;
  /** Below chapters/. */
  folder: string;
};

export type Layer = DiffedChapter & {
  name: string;
  /** What the chapter adds, in a few words. */
  layer: string;
  /** The events that a turn shows from this chapter on. */
  newEvents: string[];
};

export type EventSection = {
  /** The number of its chapter. */
  chapter: number;
  /** As they stand in the file, the heading comment first. */
  lines: string[];
};

export type FileDiff = {
  /** Below the folder of the chapter, with "/". */
  path: string;
  status: "added" | "changed" | "removed";
  added: number;
  removed: number;
  /** Why each layer touched it. Empty when the manifest does not know the file. */
  whys: Why[];
  /** Given by an exercise, or built in it; absent when the manifest does not know the file. */
  role?: "given" | "build";
  /** Its bytes are no text, and it has no hunks. */
  binary: boolean;
  hunks: Hunk[];
};

export type Why = {
  /** The number of the chapter that says so. */
  chapter: number;
  why: string;
};

export type Hunk = {
  /** Lines count from 1; a side without lines starts at 0. */
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  /** The function, class or type around the hunk, when its first line is not in the hunk. */
  heading?: string;
  lines: DiffLine[];
};

export type DiffLine = {
  kind: "same" | "added" | "removed";
  /** Without its line end. */
  text: string;
  /** The last line of a file that does not end its last line. */
  noNewline?: true;
  /** What differs from the line on the other side: from one offset up to another. */
  marks?: [start: number, end: number][];
};
