import { join } from "node:path";
import { projectRoot } from "../project-root.ts";
import type { Exercise } from "./exercise.ts";
import { readKnown } from "./known.ts";
import { openRunner, type RunLimits } from "./run-tests.ts";
import { typeCheck } from "./type-check.ts";
import type { Checked } from "./verdict.ts";

export type Checker = {
  /** `changed` are paths below the folder, as a watcher tells them. */
  check(changed?: string[]): Promise<Checked>;
  close(): void;
};

/** Compiles a folder of the workshop and runs its chapter's tests against it, side by side. */
export function openChecker(exercise: Exercise, folder: string, limits?: RunLimits): Checker {
  const root = projectRoot();
  const { tests } = readKnown(root, exercise.folder);
  const runner = openRunner(exercise.folder, folder, limits);
  return {
    async check(changed = []) {
      const paths = changed.map((path) => join(root, "workshop", folder, path));
      const [run, types] = await Promise.all([
        runner.run(paths),
        typeCheck(root, folder, process.stdout.isTTY === true && !process.env.NO_COLOR),
      ]);
      return { root, exercise, folder, tests, run, types };
    },
    close: () => runner.close(),
  };
}
