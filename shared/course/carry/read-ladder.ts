import { readChapter } from "./chapter-files.ts";
import { hasModes, readRevision } from "./revision.ts";
import type { Version } from "./version.ts";

/** The files of a chapter by their path below its folder, for each folder. */
type Folders = Map<string, Map<string, Version>>;

/** The chapters as they were in a revision, where those that it does not have are missing, and as they are. */
export type Ladder = { base: Folders; current: Folders };

export function readLadder(root: string, folders: string[], revision: string): Ladder {
  const base: Folders = new Map();
  const withModes = hasModes(root);
  for (const [path, version] of readRevision(root, revision)) {
    const [, folder = "", ...rest] = path.split("/");
    const files = base.get(folder) ?? new Map<string, Version>();
    base.set(folder, files.set(rest.join("/"), withModes ? version : withoutMode(version)));
  }
  const current: Folders = new Map();
  for (const folder of folders) {
    const files = [...readChapter(root, folder)];
    current.set(
      folder,
      new Map(files.map(([path, version]) => [path, withModes ? version : withoutMode(version)])),
    );
  }
  return { base, current };
}

function withoutMode({ bytes }: Version): Version {
  return { bytes, executable: false };
}
