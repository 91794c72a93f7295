import { type Conflict, type Merge, mergeVersions } from "./merge-versions.ts";
import { isIdentical, isSame, type Version } from "./version.ts";

export type Outcome =
  | { kind: "copy" }
  | { kind: "merged"; hasJoinedImports: boolean }
  | { kind: "untouched"; why: string }
  | { kind: "conflict"; conflicts: Conflict[] };

/** A file of one chapter, before the change and with it. The next chapter is merged against these two. */
export type Step = { before: Version | undefined; after: Version | undefined; outcome: Outcome };

export type LaterFile = {
  current: Version | undefined;
  /** In the base. A chapter that is newer than the base has none, and `isNewChapter`. */
  base: Version | undefined;
  isNewChapter: boolean;
  /** A person has said that it is as it should be. */
  isResolved: boolean;
};

/** Carries the change of a file, which is one, into the next chapter. A second time changes nothing. */
export function carryStep(change: Omit<Step, "outcome">, file: LaterFile): Step {
  const { current, isNewChapter } = file;
  const merge = mergeVersions({ ...change, ours: current });
  const undone = mergeVersions({ before: change.after, after: change.before, ours: current });
  const isDone = !file.isResolved && hasChange(change, file, merge, undone);
  const before = !isNewChapter ? file.base : isDone ? undone.version : current;
  const stays = (why: string): Step => ({
    before,
    after: current,
    outcome: { kind: "untouched", why },
  });
  if (file.isResolved) return stays("as --resolved says");
  if (isDone) return stays("has the change already");
  if (!current && change.before && change.after && (isNewChapter || !file.base)) {
    return stays("does not have this file");
  }
  return { before, after: merge.version, outcome: outcomeOf(change, current, merge) };
}

/**
 * A change that is already in a file can be taken out and put in again. Asked only of a file that differs
 * from the base: in the base nothing is carried yet.
 */
function hasChange(
  change: Omit<Step, "outcome">,
  { current, base, isNewChapter }: LaterFile,
  merge: Merge,
  undone: Merge,
): boolean {
  if (isIdentical(current, change.after)) return true;
  if (!isNewChapter) {
    if (isSame(current, base)) return isUnchanged(merge, current);
    if (isUnchanged(mergeVersions({ ...change, ours: base }), current)) return true;
  }
  if (isUnchanged(merge, current)) return true;
  if (undone.conflicts.length > 0 || isSame(undone.version, current)) return false;
  return isUnchanged(mergeVersions({ ...change, ours: undone.version }), current);
}

function isUnchanged(merge: Merge, current: Version | undefined): boolean {
  return merge.conflicts.length === 0 && isSame(merge.version, current);
}

function outcomeOf(
  change: Omit<Step, "outcome">,
  current: Version | undefined,
  { version, conflicts, hasJoinedImports }: Merge,
): Outcome {
  if (conflicts.length > 0) return { kind: "conflict", conflicts };
  if (isIdentical(version, change.after)) return { kind: "copy" };
  if (isIdentical(version, current)) return { kind: "untouched", why: "has the change already" };
  return { kind: "merged", hasJoinedImports };
}
