import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { summaryReporter } from "./summary-reporter.ts";

export default defineConfig({
  root: resolve(import.meta.dirname, ".."),
  test: {
    include: ["tests/**/*.test.ts"],
    reporters: ["default", summaryReporter],
    pool: "forks",
    // files share a process: fifteen times faster, and no test may lean on what another left behind
    isolate: false,
    // each loads the chapters for itself, and what it waits for is work of this machine, too
    maxWorkers: availableParallelism(),
    testTimeout: 30_000,
    hookTimeout: 30_000,
    allowOnly: false,
    // whatever the reader has set, no test talks to a real model
    env: {
      ...{ OPENAI_API_KEY: "", OPENAI_BASE_URL: "", OPENAI_MODEL: "" },
      // and colours and signs are those of a terminal that has them
      ...{ NO_COLOR: "", LC_ALL: "C.UTF-8" },
      // and no session is kept among the reader's own
      XDG_STATE_HOME: join(tmpdir(), "one-turn-test-state"),
    },
  },
});
