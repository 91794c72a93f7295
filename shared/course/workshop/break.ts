import { projectRoot } from "../project-root.ts";
import type { Exercise, ShownBy } from "./exercise.ts";
import { findExercise } from "./exercises.ts";
import { placeFiles } from "./place-files.ts";
import { noteStart, readProgress } from "./progress.ts";
import { replaceOnce } from "./replace-once.ts";
import { type Files, solutionFiles } from "./start-files.ts";

/** Hands out a chapter with one of its wrong solutions: the one asked for, or the next that was neither found nor revealed yet. */
export function breakChapter(name: string, wanted: string | undefined): void {
  const exercise = findExercise(name);
  const folder = `${exercise.folder.slice(0, 2)}-broken`;
  place(
    exercise,
    folder,
    wanted === undefined ? nextBug(exercise, folder) : findBug(wanted, exercise),
  );
}

/** The same bug, as it was handed out. */
export function breakAgain(exercise: Exercise, folder: string): void {
  place(exercise, folder, readProgress(projectRoot()).folders[folder]?.bug ?? 1);
}

/** A chapter with one of its wrong solutions, counted from 1. */
export function brokenFiles(root: string, exercise: Exercise, bug: number): Files {
  const wrong = exercise.wrong[bug - 1];
  if (!wrong) throw new Error(`${exercise.folder} has no bug ${bug}.`);
  const files = solutionFiles(root, exercise.folder);
  files.set(wrong.file, replaceOnce(wrong.file, files.get(wrong.file) ?? "", wrong));
  return files;
}

function place(exercise: Exercise, folder: string, bug: number): void {
  const root = projectRoot();
  const kept = placeFiles(root, folder, brokenFiles(root, exercise, bug));
  noteStart(root, folder, bug);
  if (kept) console.log(`What was there is kept in ${kept}`);
  const { shownBy } = exercise.wrong[bug - 1] ?? {};
  const of = `${bug} of ${exercise.wrong.length}`;
  const by = shownBy ? "trace" : "check";
  console.log(
    [
      `workshop/${folder} is ${exercise.folder} with one mistake in it (${of}). Find it by its ${by}.`,
      "",
      ...(shownBy ? traces(exercise, folder, optionsOf(shownBy)) : []),
      "  What is wrong?       npx one-turn workshop check",
      "  I give up            npx one-turn workshop reveal --spoil",
    ].join("\n"),
  );
}

function traces(exercise: Exercise, folder: string, options: string): string[] {
  return [
    `  The same turn        npx one-turn trace workshop/${folder} ${options}`,
    `  As it should be      npx one-turn trace ${exercise.folder.slice(0, 2)} ${options}`,
  ];
}

/** As they are typed. */
function optionsOf({ wire, cancelAfter, ...others }: ShownBy): string {
  const named = Object.entries({ ...others, "cancel-after": cancelAfter });
  const words = named.flatMap(([name, value]) => (value ? [`--${name} ${value}`] : []));
  return [...words, ...(wire ? ["--wire"] : [])].join(" ");
}

function nextBug({ wrong }: Exercise, folder: string): number {
  const { bug = 0, passedAt, revealedAt } = readProgress(projectRoot()).folders[folder] ?? {};
  const following = passedAt || revealedAt ? bug + 1 : Math.max(bug, 1);
  return following > wrong.length ? 1 : following;
}

function findBug(wanted: string, { folder, wrong }: Exercise): number {
  const bug = Number(wanted);
  if (Number.isInteger(bug) && bug >= 1 && bug <= wrong.length) return bug;
  throw new Error(`${folder} has the bugs 1 to ${wrong.length}, and no "${wanted}".`);
}
