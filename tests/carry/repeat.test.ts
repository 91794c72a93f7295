import { expect, it } from "vitest";
import {
  type CarryPlan,
  type PlannedFile,
  planLadder,
} from "../../shared/course/carry/plan-carry.ts";
import type { Ladder } from "../../shared/course/carry/read-ladder.ts";
import { isIdentical } from "../../shared/course/carry/version.ts";
import { folders, makeRandomLadder } from "./random-ladder.ts";

const rounds = Number(process.env.CARRY_ROUNDS ?? 400);

it("changes nothing the second time, and finishes what was interrupted, on random ladders", () => {
  let carried = 0;
  const wrong: string[] = [];
  for (let seed = 1; seed <= rounds; seed++) {
    const ladder = makeRandomLadder(seed);
    const changes = changesOf(plan(ladder));
    if (!changes || changes.length === 0) continue;
    carried += 1;
    const whole = apply(ladder, changes);
    const again = changesOf(plan(whole));
    if (again?.length !== 0) wrong.push(`${seed} again`);
    for (let stop = 1; stop < changes.length; stop++) {
      const part = apply(ladder, changes.slice(0, stop));
      const rest = changesOf(plan(part));
      if (!rest || show(apply(part, rest)) !== show(whole))
        wrong.push(`${seed} stopped after ${stop}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(carried).toBeGreaterThan(rounds / 8);
});

function plan(ladder: Ladder): CarryPlan {
  return planLadder(ladder, { folders, folder: "01-one", resolved: [] });
}

/** undefined with a conflict anywhere: then nothing is written. */
function changesOf({ chapters }: CarryPlan): PlannedFile[] | undefined {
  const files = chapters.flatMap((chapter) => chapter.files);
  if (files.some(({ outcome }) => outcome.kind === "conflict")) return undefined;
  return files.filter(({ current, next }) => !isIdentical(current, next));
}

function apply({ base, current }: Ladder, changes: PlannedFile[]): Ladder {
  const written = new Map([...current].map(([folder, files]) => [folder, new Map(files)]));
  for (const { path, next } of changes) {
    const [, folder = "", ...rest] = path.split("/");
    if (next) written.get(folder)?.set(rest.join("/"), next);
    else written.get(folder)?.delete(rest.join("/"));
  }
  return { base, current: written };
}

function show({ current }: Ladder): string {
  return [...current]
    .flatMap(([folder, files]) =>
      [...files].map(
        ([path, { bytes, executable }]) => `${folder}/${path} ${executable}\n${bytes}`,
      ),
    )
    .sort()
    .join("\n");
}
