import { type Change, carryStep, type Outcome } from "./carry-step.ts";
import type { CarryOptions, PlannedFile } from "./plan-carry.ts";
import type { Ladder } from "./read-ladder.ts";
import { findCarried } from "./record.ts";
import { isSame, type Version } from "./version.ts";

/** Chapter by chapter: each is merged against what the one before it was and is to be. */
export function planFile(
  ladder: Ladder,
  path: string,
  later: string[],
  { folder, resolved }: CarryOptions,
): PlannedFile[] {
  let change: Change = {
    before: ladder.base.get(folder)?.get(path),
    after: ladder.current.get(folder)?.get(path),
  };
  let source = folder;
  let conflict: string | undefined;
  return later.map((name) => {
    const file = `chapters/${name}/${path}`;
    const current = ladder.current.get(name)?.get(path);
    const planned = (next: Version | undefined, outcome: Outcome): PlannedFile => {
      return { path: file, current, next, outcome };
    };
    if (conflict) return planned(current, { kind: "untouched", why: `waits for ${conflict}` });
    const carried = findCarried(ladder.record, file, current);
    if (isSame(change.before, change.after)) {
      if (carried?.folder === folder) return planned(carried.was, { kind: "taken back" });
      return planned(current, { kind: "untouched", why: `nothing changes in ${source}` });
    }
    const step = carryStep(change, {
      current,
      own: carried ? carried.was : current,
      base: ladder.base.get(name)?.get(path),
      isNewChapter: !ladder.base.has(name),
      isResolved: resolved.includes(file),
    });
    change = step;
    source = name;
    if (step.outcome.kind === "conflict") conflict = name;
    return planned(step.after, step.outcome);
  });
}
