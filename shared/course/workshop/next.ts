import { existsSync } from "node:fs";
import { join } from "node:path";
import { mergeLines } from "../carry/merge-lines.ts";
import { chapters } from "../chapters.ts";
import { projectRoot } from "../project-root.ts";
import { openChecker } from "./check-exercise.ts";
import type { Exercise } from "./exercise.ts";
import { exerciseAfter } from "./exercises.ts";
import { ownFiles } from "./own-files.ts";
import { readProgress } from "./progress.ts";
import { begin } from "./start.ts";
import { type Files, solutionFiles, startFiles } from "./start-files.ts";
import { findStarted } from "./started.ts";
import { isPass } from "./verdict.ts";

/** The exercise after the current one, on top of what passes, or of the chapter's own solution. */
export async function next(flags: { catchUp?: boolean }): Promise<void> {
  const root = projectRoot();
  const { exercise, folder } = findStarted(readProgress(root).exercise);
  const following = exerciseAfter(exercise);
  if (!following)
    throw new Error(`${exercise.folder} is the last exercise. You have built all of it.`);
  if (existsSync(join(root, "workshop", following.folder))) {
    const number = following.folder.slice(0, 2);
    throw new Error(
      `workshop/${following.folder} is begun already: check ${number} goes on with it, start ${number} begins it anew.`,
    );
  }
  if (flags.catchUp) return begin(following);
  const start = await startFiles(root, following, chapters);
  const passedOnce = readProgress(root).folders[folder]?.passedAt !== undefined;
  if (!passedOnce || !(await passes(exercise, folder))) {
    throw new Error(
      `workshop/${folder} does not pass yet: npx one-turn workshop check. To go on from the chapter's own solution: next --catch-up.`,
    );
  }
  const before = solutionFiles(root, exercise.folder);
  const { files, given } = onTopOf({ mine: ownFiles(root, folder), before, start });
  for (const path of given) {
    console.log(
      `${path}: you and the next chapter changed the same lines, so the chapter's file is given. Yours stays in workshop/${folder}.`,
    );
  }
  await begin(following, files);
}

async function passes(exercise: Exercise, folder: string): Promise<boolean> {
  const checker = openChecker(exercise, folder);
  try {
    return isPass(await checker.check());
  } finally {
    checker.close();
  }
}

/** What changes from the chapter to the next start, replayed in someone's own files. */
export function onTopOf({ mine, before, start }: { mine: Files; before: Files; start: Files }): {
  files: Files;
  /** Where both changed the same lines. */
  given: string[];
} {
  const files: Files = new Map();
  const given: string[] = [];
  for (const [path, text] of mine) if (!before.has(path) && !start.has(path)) files.set(path, text);
  for (const [path, text] of start) {
    const [own, base] = [mine.get(path), before.get(path)];
    if (own === undefined || base === undefined || own === base) files.set(path, text);
    else if (text === base) files.set(path, own);
    else {
      const merged = mergeLines({
        before: base.split("\n"),
        after: text.split("\n"),
        ours: own.split("\n"),
      });
      if (merged.conflicts.length > 0) given.push(path);
      files.set(path, merged.conflicts.length > 0 ? text : merged.lines.join("\n"));
    }
  }
  return { files, given };
}
