import type { Outcome } from "./carry-step.ts";
import { planFile } from "./plan-file.ts";
import type { Ladder } from "./read-ladder.ts";
import { findCarried } from "./record.ts";
import { refuseBlocked } from "./refuse-blocked.ts";
import { isSame, type Version } from "./version.ts";

export type CarryOptions = {
  /** Of all chapters, in order. */
  folders: string[];
  /** The chapter that was changed, one of `folders`. */
  folder: string;
  /** Files that a person has merged by hand, from the root, with "/". */
  resolved: string[];
};

export type CarryPlan = {
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

/** What becomes of every changed file in every later chapter. Throws one line for a file that is not among them. */
export function planCarry(ladder: Ladder, options: CarryOptions): CarryPlan {
  const { folders, folder } = options;
  const later = folders.slice(folders.indexOf(folder) + 1);
  const changed = changedPaths(ladder, folder);
  const byPath = changed.map((path) => planFile(ladder, path, later, options));
  refuseUnknown(options.resolved, byPath.flat());
  const chapters = later.map((name, place) => {
    const files = byPath.flatMap((planned) => planned[place] ?? []);
    return { folder: name, files: refuseBlocked(files, ladder.current.get(name)) };
  });
  return { changed, chapters };
}

/** With those that were carried before and are no change any more: they are to be taken back. */
function changedPaths({ base, current, record }: Ladder, folder: string): string[] {
  const [before, after] = [base.get(folder), current.get(folder)];
  const paths = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  const changed = [...paths].filter((path) => !isSame(before?.get(path), after?.get(path)));
  const carried = [...record].flatMap(([path, entry]) => {
    const [, name = "", ...rest] = path.split("/");
    const file = current.get(name)?.get(rest.join("/"));
    return entry.folder === folder && findCarried(record, path, file) ? [rest.join("/")] : [];
  });
  return [...new Set([...changed, ...carried])].sort();
}

function refuseUnknown(resolved: string[], files: PlannedFile[]): void {
  const unknown = resolved.find((path) => files.every((file) => file.path !== path));
  if (unknown === undefined) return;
  throw new Error(
    `--resolved ${unknown}: this change does not reach such a file. Write it as a conflict does.`,
  );
}
