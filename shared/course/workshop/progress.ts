import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a learner has done, by the folder below workshop/. */
export type Progress = {
  /** The folder that was begun last. */
  current?: string;
  /** The same, of the exercises alone: a broken chapter is beside the way. */
  exercise?: string;
  folders: Record<string, FolderProgress>;
};

export type FolderProgress = {
  /** ISO 8601. */
  startedAt: string;
  /** When its check was green for the first time. */
  passedAt?: string;
  /** When its solution was shown, found or not. */
  revealedAt?: string;
  /** Where the last check went wrong; absent where that is not plain. */
  failingStep?: number;
  /** How many hints of each step were shown, by its number. */
  hints: Record<string, number>;
  /** Of a broken chapter: which of its wrong solutions it is, from 1. */
  bug?: number;
};

const file = (root: string) => join(root, "workshop", ".progress.json");

/** Whether there is a file that nothing can be made out of. */
export function isDamaged(root: string): boolean {
  if (!existsSync(file(root))) return false;
  try {
    return !isRecord(JSON.parse(readFileSync(file(root), "utf8")).folders);
  } catch {
    return true;
  }
}

/** Nothing yet, also where the file cannot be read: what was built is in the folders. */
export function readProgress(root: string): Progress {
  try {
    const { current, exercise, folders } = JSON.parse(readFileSync(file(root), "utf8"));
    const known = Object.entries(Object(folders)).flatMap(([folder, each]) =>
      isRecord(each) ? [[folder, asFolderProgress(each)]] : [],
    );
    return {
      current: asText(current),
      exercise: asText(exercise),
      folders: Object.fromEntries(known) as Progress["folders"],
    };
  } catch {
    // begun anew below
  }
  return { folders: {} };
}

/** Whole or not at all. What nothing can be made out of is kept beside it. */
export function writeProgress(root: string, progress: Progress): void {
  if (isDamaged(root)) putAside(root);
  const copy = `${file(root)}.${randomUUID()}`;
  mkdirSync(join(root, "workshop"), { recursive: true });
  writeFileSync(copy, `${JSON.stringify(progress, null, 2)}\n`);
  renameSync(copy, file(root));
}

function putAside(root: string): void {
  const aside = join(root, "workshop", `.progress-${randomUUID().slice(0, 8)}.json`);
  renameSync(file(root), aside);
  console.error(
    `Your progress could not be made out, and is counted anew. The file is now ${aside}`,
  );
}

/** Changes what is known of one folder. */
export function note(root: string, folder: string, change: Partial<FolderProgress>): void {
  const progress = readProgress(root);
  const before = progress.folders[folder] ?? { startedAt: new Date().toISOString(), hints: {} };
  const folders = { ...progress.folders, [folder]: { ...before, ...change } };
  writeProgress(root, { ...progress, folders });
}

/** From now on it is the current one. */
export function noteStart(root: string, folder: string, bug?: number): void {
  const progress = readProgress(root);
  const begun = { startedAt: new Date().toISOString(), hints: {}, bug };
  const exercise = bug === undefined ? folder : progress.exercise;
  const folders = { ...progress.folders, [folder]: begun };
  writeProgress(root, { current: folder, exercise, folders });
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A number that is none is left out: the other fields stay. */
function asFolderProgress({ hints, bug, failingStep, ...rest }: Record<string, unknown>) {
  const counts = Object.entries(isRecord(hints) ? hints : {});
  return {
    ...rest,
    ...(Number.isInteger(bug) ? { bug } : {}),
    ...(Number.isInteger(failingStep) ? { failingStep } : {}),
    hints: Object.fromEntries(counts.filter(([, count]) => Number.isInteger(count))),
  };
}
