import { join } from "node:path";
import type { TestError } from "vitest";
import { createVitest, type Reporter, type TestCase } from "vitest/node";
import { bundleProgram } from "../bundle.cjs";
import { projectRoot } from "../project-root.ts";
import type { FromHost, TestFailure, ToHost } from "./messages.ts";
import { readyWorkers } from "./ready-worker.ts";
import { redirect } from "./redirect.ts";
import { stackFrames } from "./stack-frames.ts";

/**
 * A process of its own, since what a learner writes may never return. Runs the test file of a chapter against a
 * folder of the workshop, once for each "run" that it is sent.
 */
const [chapter = "", folder = "", bail, all] = process.argv.slice(2);
const root = projectRoot();
function tell(message: FromHost): void {
  process.send?.(message);
}

const reporter: Reporter = {
  onTestModuleCollected: (module) =>
    tell({
      kind: "collected",
      names: [...module.children.allTests()].map(({ fullName }) => fullName),
    }),
  onTestCaseResult: (test) => tell({ kind: "tested", ...describe(test) }),
  onUserConsoleLog: ({ content }) => tell({ kind: "printed", text: content }),
  onTestRunEnd: (modules, errors) => {
    const broken = modules.flatMap((module) => module.errors());
    tell({ kind: "end", errors: [...broken, ...errors].map((error) => failure(error)) });
  },
};

const vitest = await createVitest(
  "test",
  {
    root,
    config: false,
    watch: false,
    include: [bundledTests(), ...(all === "1" ? [`tests/${chapter}/*.test.ts`] : [])],
    setupFiles: [join(root, "shared/course/workshop/setup.ts")],
    reporters: [reporter],
    pool: readyWorkers(),
    isolate: false,
    fileParallelism: false,
    // where the first that fails is enough, it is the same in each run
    maxConcurrency: bail === "1" ? 1 : 5,
    testTimeout: all === "1" ? 60_000 : 5_000,
    hookTimeout: all === "1" ? 60_000 : 5_000,
    bail: Number(bail),
    env: {
      ...{ OPENAI_API_KEY: "", OPENAI_BASE_URL: "", OPENAI_MODEL: "" },
      ...{ NO_COLOR: "", LC_ALL: "C.UTF-8" },
      // in the sizes of every day, whoever asks: the limits above are for those
      ONE_TURN_DEEP: "",
      ONE_TURN_EXERCISE: `${chapter} ${folder}`,
    },
  },
  { plugins: [redirect(root, chapter, folder)], logLevel: "silent", server: { watch: null } },
);

process.on("message", async ({ changed, only }: ToHost) => {
  for (const path of changed) vitest.invalidateFile(path);
  vitest.setGlobalTestNamePattern(only === undefined ? /(?:)/ : new RegExp(`^${literally(only)}$`));
  await vitest.runTestSpecifications(await vitest.globTestSpecifications(), true);
});
process.once("disconnect", () => process.exit());
tell({ kind: "ready" });

/**
 * The test file with all that it brings in but the chapter itself, as one module that is kept: to load each of its
 * hundred files takes longer than to run them.
 */
function bundledTests(): string {
  const own = [join(root, "chapters", chapter, "*")];
  return bundleProgram(root, `tests/${chapter}.test.ts`, own);
}

function describe(test: TestCase) {
  const { state, errors } = test.result();
  const [error] = errors ?? [];
  const name = test.fullName;
  if (state !== "failed") return { name, state };
  return { name, state, failure: { ...failure(error), emitted: test.meta().emitted } };
}

function failure(error?: Partial<TestError>): TestFailure {
  const {
    message = "It failed, and gave no reason.",
    expected,
    actual,
    stacks,
    stack,
  } = error ?? {};
  // of an error outside of any test there is the text alone
  const frames =
    stacks?.map(({ file, line }) => ({ file, line })) ??
    stackFrames(stack ?? "").map(({ path, line }) => ({ file: path, line }));
  const compared = typeof expected === "string" && typeof actual === "string";
  return { message, frames, ...(compared ? { expected, actual } : {}) };
}

/** The test runner joins the names of groups and test by a space. */
function literally(name: string): string {
  return name.replaceAll(" > ", " ").replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
