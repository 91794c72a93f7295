import { carryStep, type Outcome } from "./carry-step.ts";
import { type Ladder, readLadder } from "./read-ladder.ts";
import { refuseBlocked } from "./refuse-blocked.ts";
import { isSame, type Version } from "./version.ts";

export type CarryOptions = {
  root: string;
  /** Of all chapters, in order. */
  folders: string[];
  /** The chapter that was changed, one of `folders`. */
  folder: string;
  /** A git revision: what the chapters were before the change. */
  base: string;
  /** Files that a person has merged by hand, from the root, with "/". */
  resolved: string[];
};

export type CarryPlan = {
  /** The chapter that was changed. */
  folder: string;
  /** The paths of the change, below the chapter's folder. */
  changed: string[];
  chapters: { folder: string; files: PlannedFile[] }[];
};

export type PlannedFile = {
  /** From the root, with "/". */
  path: string;
  outcome: Outcome;
  current: Version | undefined;
  /** What the file is to be; undefined for none. The current one where nothing is to be done. */
  next: Version | undefined;
};

/** What becomes of every changed file in every later chapter. Writes nothing. Throws one line. */
export function planCarry(options: CarryOptions): CarryPlan {
  const { folders, folder, base } = options;
  const ladder = readLadder(options.root, folders.slice(folders.indexOf(folder)), base);
  if (!ladder.base.has(folder)) {
    throw new Error(
      `chapters/${folder} is not in ${base}: there is no change to carry. Give --base a revision that has it.`,
    );
  }
  return planLadder(ladder, options);
}

export function planLadder(
  ladder: Ladder,
  { folders, folder, resolved }: Pick<CarryOptions, "folders" | "folder" | "resolved">,
): CarryPlan {
  const later = folders.slice(folders.indexOf(folder) + 1);
  const changed = changedPaths(ladder, folder);
  const byPath = changed.map((path) => planFile(ladder, path, { folder, later, resolved }));
  refuseUnknown(resolved, byPath.flat());
  const chapters = later.map((name, place) => {
    const files = byPath.flatMap((planned) => planned[place] ?? []);
    return { folder: name, files: refuseBlocked(files, ladder.current.get(name)) };
  });
  return { folder, changed, chapters };
}

function changedPaths({ base, current }: Ladder, folder: string): string[] {
  const [before, after] = [base.get(folder), current.get(folder)];
  const paths = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return [...paths].filter((path) => !isSame(before?.get(path), after?.get(path))).sort();
}

/** Chapter by chapter: each is merged against what the one before it was and is to be. */
function planFile(
  { base, current }: Ladder,
  path: string,
  { folder, later, resolved }: { folder: string; later: string[]; resolved: string[] },
): PlannedFile[] {
  let change = {
    before: base.get(folder)?.get(path),
    after: current.get(folder)?.get(path),
  };
  let source = folder;
  let stopped: string | undefined;
  return later.map((name) => {
    const file = current.get(name)?.get(path);
    const planned = { path: `chapters/${name}/${path}`, current: file };
    if (!stopped && isSame(change.before, change.after)) stopped = `nothing changes in ${source}`;
    if (stopped) return { ...planned, next: file, outcome: { kind: "untouched", why: stopped } };
    const step = carryStep(change, {
      current: file,
      base: base.get(name)?.get(path),
      isNewChapter: !base.has(name),
      isResolved: resolved.includes(planned.path),
    });
    change = step;
    source = name;
    if (step.outcome.kind === "conflict") stopped = `waits for ${name}`;
    return { ...planned, next: step.after, outcome: step.outcome };
  });
}

function refuseUnknown(resolved: string[], files: PlannedFile[]): void {
  const unknown = resolved.find((path) => files.every((file) => file.path !== path));
  if (unknown === undefined) return;
  throw new Error(
    `--resolved ${unknown}: this change does not reach such a file. Write it as a conflict does.`,
  );
}
