import { type Conflict, mergeVersions } from "./merge-versions.ts";
import { isIdentical, isSame, type Version } from "./version.ts";

export type Outcome =
  | { kind: "copy" }
  | { kind: "merged"; hasJoinedImports: boolean }
  | { kind: "taken back" }
  | { kind: "untouched"; why: string }
  | { kind: "conflict"; conflicts: Conflict[] };

/** A file of one chapter, before the change and with it. The next chapter is merged against these two. */
export type Change = { before: Version | undefined; after: Version | undefined };

export type LaterFile = {
  /** On disk. */
  current: Version | undefined;
  /** On disk, without what carrying has already written. */
  own: Version | undefined;
  /** In the base. A chapter that is newer than the base has none, and `isNewChapter`. */
  base: Version | undefined;
  isNewChapter: boolean;
  /** A person has said that it is as it should be. */
  isResolved: boolean;
};

/** Carries the change of a file, which is one, into the next chapter. A second time changes nothing. */
export function carryStep(change: Change, file: LaterFile): Change & { outcome: Outcome } {
  const { current, own, base, isNewChapter, isResolved } = file;
  const before = isNewChapter ? own : base;
  const stays = (why: string): Change & { outcome: Outcome } => {
    return { before, after: current, outcome: { kind: "untouched", why } };
  };
  if (isResolved) return stays("as --resolved says");
  if (!current && !own && !before && change.before && change.after) {
    return stays("does not have this file");
  }
  const { version, conflicts, hasJoinedImports } = isCommitted(change, file)
    ? { version: own, conflicts: [], hasJoinedImports: false }
    : mergeVersions({ ...change, ours: own });
  const step = (outcome: Outcome) => ({ before, after: version, outcome });
  if (conflicts.length > 0) return step({ kind: "conflict", conflicts });
  if (isSame(version, current)) return stays("has the change already");
  if (isIdentical(version, change.after)) return step({ kind: "copy" });
  return step({ kind: "merged", hasJoinedImports });
}

/** With an older base the change may have been carried into the chapter long ago. */
function isCommitted(change: Change, { own, base, isNewChapter }: LaterFile): boolean {
  if (isNewChapter || isSame(own, base)) return false;
  const { version, conflicts } = mergeVersions({ ...change, ours: base });
  return conflicts.length === 0 && isSame(version, own);
}
