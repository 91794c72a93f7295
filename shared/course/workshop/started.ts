import { existsSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../project-root.ts";
import type { Exercise } from "./exercise.ts";
import { findExercise } from "./exercises.ts";
import { lastBackup } from "./place-files.ts";
import { readProgress } from "./progress.ts";

/** A folder of the workshop that somebody works in. */
export type Started = {
  exercise: Exercise;
  /** Below workshop/: the exercise's own name, or NN-broken. */
  folder: string;
};

/** By number, name or folder, or the one that was begun last. Throws one line when it is not there. */
export function findStarted(name: string | undefined): Started {
  const folder = name === undefined ? currentFolder() : folderOf(name);
  const exercise = findExercise(
    folder.replace(/-broken$/, "").slice(0, folder.endsWith("-broken") ? 2 : undefined),
  );
  if (!existsSync(join(projectRoot(), "workshop", folder))) {
    const number = folder.slice(0, 2);
    const command = folder.endsWith("-broken") ? `break ${number}` : `start ${number}`;
    const kept = lastBackup(projectRoot(), folder);
    const aside = kept ? ` What you had is in ${kept}: move it back, or begin anew.` : "";
    const broken = `${number}-broken`;
    const isThere = folder !== broken && existsSync(join(projectRoot(), "workshop", broken));
    const orBroken = isThere ? `. For workshop/${broken}, name ${broken}.` : "";
    throw new Error(
      `There is no workshop/${folder}${kept ? "." : " yet."}${aside} Begin with: npx one-turn workshop ${command}${orBroken}`,
    );
  }
  return { exercise, folder };
}

function currentFolder(): string {
  const { current } = readProgress(projectRoot());
  if (current !== undefined) return current;
  throw new Error("No exercise is begun yet. Begin with: npx one-turn workshop start 02");
}

function folderOf(name: string): string {
  const bare = name
    .replaceAll("\\", "/")
    .replace(/^(\.\/)?workshop\//, "")
    .replace(/\/$/, "");
  if (/^\d\d-broken$/.test(bare)) return bare;
  return findExercise(bare).folder;
}
