import { writeSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

type Counts = { passed: number; failed: number; skipped: number };

/** Prints `N passed, N failed` as the very last line, for whoever reads only that one. */
export const summaryReporter: Reporter = {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = addUp(modules.map(countModule));
    counts.failed += unhandledErrors.length;
    process.once("exit", (code) => writeSync(1, `${summary(counts, code)}\n`));
  },
};

/** A file that did not load, or a hook that failed, has no failed test and still is a failure. */
function countModule(module: TestModule): Counts {
  const states = [...module.children.allTests()].map((test) => test.result().state);
  const count = (state: string) => states.filter((each) => each === state).length;
  const failed = count("failed") || (module.ok() ? 0 : 1);
  const passed = count("passed");
  return { passed, failed, skipped: states.length - passed - count("failed") };
}

function addUp(counts: Counts[]): Counts {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of counts) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}

/** A run that fails for a reason of its own, such as a filter without a match, is one failure. */
function summary({ passed, failed, skipped }: Counts, exitCode: number): string {
  const failures = exitCode !== 0 && failed === 0 ? 1 : failed;
  return `${passed} passed, ${failures} failed${skipped ? `, ${skipped} skipped` : ""}`;
}
