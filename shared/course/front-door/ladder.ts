import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Chapter } from "../chapters.ts";
import { chapters } from "../chapters.ts";
import { projectRoot } from "../project-root.ts";
import { exercises } from "../workshop/exercises.ts";
import { isDamaged, readProgress } from "../workshop/progress.ts";
import { readMarks } from "./marks.ts";

/** A chapter on the ladder, and how far someone is with it. */
export type Rung = {
  chapter: Chapter;
  /** The chapter before, which it is compared with. */
  before?: Chapter;
  read: boolean;
  run: boolean;
  /** "none" where there is no exercise. */
  built: "none" | "open" | "begun" | "passed";
};

export type Ladder = {
  rungs: Rung[];
  /** The place of the chapter that was read or run last. */
  last: number;
  /** A line for the reader, when something of the progress was damaged. */
  said?: string;
};

export function readLadder(): Ladder {
  const { marks, said } = readMarks();
  const root = projectRoot();
  const { folders } = readProgress(root);
  const rungs = chapters.map((chapter, index): Rung => {
    const { readAt, ranAt } = marks[chapter.folder] ?? {};
    const built = builtOf(chapter, folders[chapter.folder]?.passedAt !== undefined);
    return {
      chapter,
      before: chapters[index - 1],
      read: readAt !== undefined,
      run: ranAt !== undefined,
      built,
    };
  });
  const times = chapters.map(({ folder }) => {
    const { readAt = "", ranAt = "" } = marks[folder] ?? {};
    return [readAt, ranAt].sort().at(-1) ?? "";
  });
  const latest = times.toSorted().at(-1) ?? "";
  return { rungs, last: latest === "" ? 0 : times.lastIndexOf(latest), said: said ?? saidOf(root) };
}

function saidOf(root: string): string | undefined {
  if (!isDamaged(root)) return undefined;
  return "What you have built is not marked: workshop/.progress.json cannot be made out.";
}

function builtOf({ folder }: Chapter, hasPassed: boolean): Rung["built"] {
  if (!exercises.some((exercise) => exercise.folder === folder)) return "none";
  if (hasPassed) return "passed";
  return existsSync(join(projectRoot(), "workshop", folder)) ? "begun" : "open";
}
