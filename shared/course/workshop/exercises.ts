import { exercises } from "../../../tests/exercises/all.ts";
import { chapters, findChapter } from "../chapters.ts";
import type { Exercise } from "./exercise.ts";

export { exercises };

/** By number, name or folder. Throws one line that says which there are. */
export function findExercise(text: string): Exercise {
  const { folder, number } = findChapter(text);
  const exercise = exercises.find((each) => each.folder === folder);
  if (exercise) return exercise;
  if (number === 1) {
    throw new Error("Chapter 01 is read and typed along, in its page. The first exercise is 02.");
  }
  throw new Error(`${folder} has no exercise. There are: ${listExercises()}.`);
}

export function listExercises(): string {
  return exercises.map(({ folder }) => folder.replace("-", " ")).join(", ");
}

/** The one that comes after it on the ladder. */
export function exerciseAfter({ folder }: Exercise): Exercise | undefined {
  const next = chapters[chapters.findIndex((each) => each.folder === folder) + 1];
  return exercises.find((each) => each.folder === next?.folder);
}
