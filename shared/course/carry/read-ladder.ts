import { readChapter } from "./chapter-files.ts";
import { type CarryRecord, readRecord } from "./record.ts";
import { findCommit, hasModes, readRevision } from "./revision.ts";
import type { Version } from "./version.ts";

/** The files of a chapter by their path below its folder, for each folder. */
export type Folders = Map<string, Map<string, Version>>;

export type Ladder = {
  /** The id of the commit that the chapters are compared with. */
  commit: string;
  /** Without the chapters that the commit does not have. */
  base: Folders;
  current: Folders;
  record: CarryRecord;
};

/** Throws one line for a revision that does not exist or does not have the first of the folders. */
export function readLadder(root: string, folders: string[], revision: string): Ladder {
  const commit = findCommit(root, revision);
  const withModes = hasModes(root);
  const base: Folders = new Map();
  for (const [path, version] of readRevision(root, commit)) {
    const [, folder = "", ...rest] = path.split("/");
    const files = base.get(folder) ?? new Map<string, Version>();
    base.set(folder, files.set(rest.join("/"), withModes ? version : withoutMode(version)));
  }
  const [first = ""] = folders;
  if (!base.has(first)) {
    throw new Error(
      `chapters/${first} is not in ${revision}: there is no change to carry. Give --base a revision that has it.`,
    );
  }
  const current: Folders = new Map();
  for (const folder of folders) {
    const files = [...readChapter(root, folder)];
    current.set(
      folder,
      new Map(files.map(([path, version]) => [path, withModes ? version : withoutMode(version)])),
    );
  }
  return { commit, base, current, record: readRecord(root, commit) };
}

function withoutMode({ bytes }: Version): Version {
  return { bytes, executable: false };
}
