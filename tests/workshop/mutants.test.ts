import { readFileSync } from "node:fs";
import { join } from "node:path";
import { diffArrays } from "diff";
import { expect, it } from "vitest";
import { chapters } from "../../shared/course/chapters.ts";
import { placeTrial } from "../../shared/course/workshop/place-trial.ts";
import { isWhole, openRunner, type TestRun } from "../../shared/course/workshop/run-tests.ts";
import { solutionFiles } from "../../shared/course/workshop/start-files.ts";
import { deep } from "../support/deep.ts";
import { root } from "../support/run-one-turn.ts";
import { mutantsOf } from "./mutate.ts";

/** What no test of its chapter sees, each with the reason. */
type Survivor = { chapter: string; file: string; code: string; change: string; reason: string };

const listed: Survivor[] = JSON.parse(
  readFileSync(join(root, "tests", "exercises", "survivors.json"), "utf8"),
);

/** Where the order of a turn is made and followed. */
const subject = /^(agent|session|normalize-agent-event|state\/(reduce-\w[\w-]*|draft))\.ts$/;
const only = process.env.ONE_TURN_MUTANTS;
const tried = chapters.filter(
  ({ number, folder }) => number > 1 && (!only || folder.startsWith(only)),
);

/** Over all chapters: some add so few lines that a share of them would be less than one. */
const sum = { mutants: 0, survivors: 0 };

it.runIf(deep).each(tried)(
  "$folder sees every mistake in what it adds, but those that are listed",
  { timeout: 1_800_000 },
  async ({ folder, number }) => {
    const before = solutionFiles(root, chapters[number - 2]?.folder ?? "");
    const files = solutionFiles(root, folder);
    const trial = placeTrial(root, `mutants-${folder}`, files);
    const runner = openRunner(folder, trial.folder, { bail: true, silenceMs: 12_000 });
    const survivors: Omit<Survivor, "reason">[] = [];
    const passing: { mutant: Omit<Survivor, "reason">; mutated: string }[] = [];
    let count = 0;
    try {
      expect(isWhole(await runner.run([]))).toBe(true);
      for (const [file, text] of files) {
        if (!subject.test(file)) continue;
        for (const { change, code, text: mutated } of mutantsOf(
          file,
          text,
          addedLines(before.get(file), text),
        )) {
          count += 1;
          let run = await runner.run(trial.write(new Map([...files, [file, mutated]])));
          // what the mutant before it has left behind may have ended the process
          if (run.stopped?.reason === "left") run = await runner.run([]);
          if (isWhole(run))
            passing.push({ mutant: { chapter: folder, file, code, change }, mutated });
        }
      }
      runner.close();
      // what the exercise does not check may be seen by the tests beside it
      const all = openRunner(folder, trial.folder, { all: true, silenceMs: 90_000 });
      try {
        // some are skipped, or need a process of their own: what counts is who passes without a mutant
        const whole = passing.length > 0 ? passed(await all.run(trial.write(files))) : 0;
        expect(whole > 0).toBe(passing.length > 0);
        for (const { mutant, mutated } of passing) {
          const run = await all.run(trial.write(new Map([...files, [mutant.file, mutated]])));
          if (passed(run) === whole) survivors.push(mutant);
        }
      } finally {
        all.close();
      }
    } finally {
      runner.close();
      trial.remove();
    }
    const known = listed.filter(({ chapter }) => chapter === folder);
    if (only)
      console.log(
        JSON.stringify(survivors, null, 1),
        `${survivors.length} of ${count}, ${passing.length} beside the check`,
      );
    expect(survivors).toEqual(known.map(({ reason, ...survivor }) => survivor));
    sum.mutants += count;
    sum.survivors += survivors.length;
  },
);

it.runIf(deep && !only)("at least 95 of 100 mistakes are seen", () => {
  expect(sum.survivors).toBeLessThanOrEqual(sum.mutants * 0.05);
});

/** How many tests; none where the run did not come to its end. */
function passed({ tested, stopped }: TestRun): number {
  return stopped ? 0 : tested.filter(({ state }) => state === "passed").length;
}

/** Whether a line, from 1, is not as in the chapter before. */
function addedLines(before: string | undefined, now: string): (line: number) => boolean {
  const added = new Set<number>();
  let line = 1;
  for (const { value, added: isNew, removed } of diffArrays(
    (before ?? "").split("\n"),
    now.split("\n"),
  )) {
    if (removed) continue;
    for (const _ of value) {
      if (isNew || before === undefined) added.add(line);
      line += 1;
    }
  }
  return (wanted) => added.has(wanted);
}
