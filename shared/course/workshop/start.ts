import { chapters } from "../chapters.ts";
import { projectRoot } from "../project-root.ts";
import { breakAgain } from "./break.ts";
import { readBrief } from "./brief.ts";
import type { Exercise } from "./exercise.ts";
import { findExercise } from "./exercises.ts";
import { narrowLook } from "./narrow-look.ts";
import { placeFiles } from "./place-files.ts";
import { noteStart } from "./progress.ts";
import { type Files, startFiles } from "./start-files.ts";
import { findStarted } from "./started.ts";
import { stepRows } from "./step-rows.ts";

export async function start(name: string): Promise<void> {
  await begin(findExercise(name));
}

/** An exercise from its own start again; a broken chapter with the same bug. */
export async function reset(name: string | undefined): Promise<void> {
  const { exercise, folder } = findStarted(name);
  if (folder === exercise.folder) await begin(exercise);
  else breakAgain(exercise, folder);
}

/** Places the exercise and says what to do. `files` are its start on top of someone's own work. */
export async function begin(exercise: Exercise, files?: Files): Promise<void> {
  const root = projectRoot();
  const { folder, steps } = exercise;
  const brief = await readBrief(root, folder);
  const kept = placeFiles(root, folder, files ?? (await startFiles(root, exercise, chapters)));
  noteStart(root, folder);
  if (kept) console.log(`What was there is kept in ${kept}`);
  console.log(`workshop/${folder} is yours: ${brief.minutes} minutes, ${steps.length} steps.\n`);
  for (const row of stepRows(exercise, narrowLook())) console.log(row);
  console.log(
    [
      "",
      `  The brief            walkthrough/${folder}.md, to the end of "The idea", then`,
      '                       "Build it yourself" ("The code" is the answer)',
      "  How far am I?        npx one-turn workshop check --watch",
      "  I am stuck           npx one-turn workshop hint",
      `  Run what I have      npx one-turn start workshop/${folder}`,
    ].join("\n"),
  );
}
