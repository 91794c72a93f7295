import { expect, it } from "vitest";
import {
  type CarryPlan,
  type PlannedFile,
  planCarry,
} from "../../shared/course/carry/plan-carry.ts";
import type { Ladder } from "../../shared/course/carry/read-ladder.ts";
import { addToRecord } from "../../shared/course/carry/record.ts";
import { isIdentical, type Version } from "../../shared/course/carry/version.ts";
import { changeAgain, folders, makeRandomLadder } from "./random-ladder.ts";

const rounds = 400;

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
      const part = apply(ladder, changes.slice(0, stop), changes);
      const rest = changesOf(plan(part));
      if (!rest || show(apply(part, rest)) !== show(whole))
        wrong.push(`${seed} stopped after ${stop}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(carried).toBeGreaterThan(rounds / 8);
});

it("carries a change that was changed again as if it had been carried only once, on random ladders", () => {
  let carried = 0;
  const wrong: string[] = [];
  for (let seed = 1; seed <= rounds; seed++) {
    const ladder = makeRandomLadder(seed);
    const first = changesOf(plan(ladder));
    const target = changeAgain(ladder, seed);
    const second = changesOf(plan(target));
    if (!first?.length || !second) continue;
    carried += 1;
    const changed = changeAgain(apply(ladder, first), seed);
    const rest = changesOf(plan(changed));
    if (!rest || show(apply(changed, rest)) !== show(apply(target, second))) wrong.push(`${seed}`);
  }
  expect(wrong).toEqual([]);
  expect(carried).toBeGreaterThan(rounds / 8);
});

it("loses no line that a chapter has of its own, and none that is carried, on random ladders", () => {
  const lost: string[] = [];
  let merged = 0;
  for (let seed = 1; seed <= rounds; seed++) {
    const ladder = makeRandomLadder(seed);
    const { chapters } = plan(ladder);
    for (const [place, { files }] of chapters.entries()) {
      for (const { path, outcome, current, next } of files) {
        if (outcome.kind !== "merged") continue;
        merged += 1;
        const [before = "", name = ""] = [folders[place], path.split("/").slice(2).join("/")];
        const was = new Set(
          linesOf((ladder.base.get(before) ?? ladder.current.get(before))?.get(name)),
        );
        const kept = new Set(linesOf(next));
        const source =
          place === 0 ? ladder.current.get(before)?.get(name) : nextOf(chapters, before, name);
        const own = [...linesOf(current), ...linesOf(source)].filter((line) => !was.has(line));
        lost.push(
          ...own.filter((line) => !kept.has(line)).map((line) => `${seed} ${path} ${line}`),
        );
      }
    }
  }
  expect(lost).toEqual([]);
  expect(merged).toBeGreaterThan(rounds / 8);
});

function nextOf(
  chapters: CarryPlan["chapters"],
  folder: string,
  name: string,
): Version | undefined {
  const files = chapters.find((chapter) => chapter.folder === folder)?.files ?? [];
  return files.find(({ path }) => path === `chapters/${folder}/${name}`)?.next;
}

function linesOf(version: Version | undefined): string[] {
  return (version?.bytes.toString() ?? "").split("\n");
}

function plan(ladder: Ladder): CarryPlan {
  return planCarry(ladder, { folders, folder: "01-one", resolved: [] });
}

/** undefined with a conflict anywhere: then nothing is written. */
function changesOf({ chapters }: CarryPlan): PlannedFile[] | undefined {
  const files = chapters.flatMap((chapter) => chapter.files);
  if (files.some(({ outcome }) => outcome.kind === "conflict")) return undefined;
  return files.filter(({ current, next }) => !isIdentical(current, next));
}

/** With a record of everything, as before the first file is written, also when only `changes` are. */
function apply(ladder: Ladder, changes: PlannedFile[], planned = changes): Ladder {
  const { current, record } = ladder;
  const written = new Map([...current].map(([folder, files]) => [folder, new Map(files)]));
  for (const { path, next } of changes) {
    const [, folder = "", ...rest] = path.split("/");
    if (next) written.get(folder)?.set(rest.join("/"), next);
    else written.get(folder)?.delete(rest.join("/"));
  }
  return { ...ladder, current: written, record: addToRecord(record, "01-one", planned) };
}

function show({ current }: Ladder): string {
  const lines = [...current].flatMap(([folder, files]) =>
    [...files].map(([path, { bytes, executable }]) => `${folder}/${path} ${executable}\n${bytes}`),
  );
  return lines.sort().join("\n");
}
