import { type LineConflict, mergeLines, type Sides } from "./merge-lines.ts";
import { isSame, readText, type Version, writeText } from "./version.ts";

export type Conflict = LineConflict | { reason: string };

export type Merge = {
  /** undefined for a file that does not exist, and with conflicts. */
  version: Version | undefined;
  conflicts: Conflict[];
  hasJoinedImports: boolean;
};

/** Three-way merge of a file that may not exist on any side. Line ends are those of `ours`. */
export function mergeVersions(sides: Sides<Version | undefined>): Merge {
  const { before, after, ours } = sides;
  if (isSame(ours, after) || isSame(ours, before)) return whole(after);
  if (isSame(before, after)) return whole(ours);
  if (!after) return failed("the chapter before deletes it, and this one changes it");
  if (!ours) return failed("the chapter before changes it, and here it is deleted");
  const merge = mergeTexts({ before: before ?? nothing, after, ours });
  const hasChosen = before === undefined && merge.version !== undefined;
  return hasChosen ? failed("both add it, with other content") : merge;
}

const nothing: Version = { bytes: Buffer.alloc(0), executable: false };

function mergeTexts(sides: Sides<Version>): Merge {
  const before = readText(sides.before);
  const after = readText(sides.after);
  const ours = readText(sides.ours);
  if (!before || !after || !ours) return failed("both change it, and it is not text");
  const { lines, conflicts, hasJoinedImports } = mergeLines({
    before: before.lines,
    after: after.lines,
    ours: ours.lines,
  });
  if (conflicts.length > 0) return { version: undefined, conflicts, hasJoinedImports };
  const isEnded = ours.isEnded === before.isEnded ? after.isEnded : ours.isEnded;
  const keepsMode = sides.ours.executable === sides.before.executable;
  const version = {
    bytes: writeText({ lines, lineEnd: ours.lineEnd, isEnded }),
    executable: keepsMode ? sides.after.executable : sides.ours.executable,
  };
  return { version, conflicts, hasJoinedImports };
}

function whole(version: Version | undefined): Merge {
  return { version, conflicts: [], hasJoinedImports: false };
}

function failed(reason: string): Merge {
  return { version: undefined, conflicts: [{ reason }], hasJoinedImports: false };
}
