import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Chapter } from "../chapters.ts";
import type { ChapterDiff } from "./chapter-diff.ts";
import { compareChapters } from "./compare-chapters.ts";
import { readChapter } from "./read-chapter.ts";

export type Course = {
  /** Where chapters/ and shared/ are. */
  root: string;
  /** The ladder, in order. */
  chapters: Chapter[];
};

/** Compares two chapters. Throws one line when something of them cannot be read. */
export function diffChapters(course: Course, from: Chapter, to: Chapter): ChapterDiff {
  const { root, chapters } = course;
  const before = { chapter: from, files: readChapter(root, from.folder) };
  const after = { chapter: to, files: readChapter(root, to.folder) };
  // a chapter beside itself has no slice of the events
  const events = from === to ? "" : readFileSync(join(root, "shared/events.ts"), "utf8");
  return compareChapters({ chapters, events }, before, after);
}
