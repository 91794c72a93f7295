import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { bundleProgram } from "../bundle.cjs";
import { projectRoot } from "../project-root.ts";
import type { FromHost, Tested, TestFailure, ToHost } from "./messages.ts";

/** What came of one run of a chapter's tests. */
export type TestRun = {
  /** How many the file has; 0 when it could not be loaded. */
  collected: number;
  /** In the order of the file: tests that run side by side end in any. */
  tested: Tested[];
  /** What failed outside of any test. */
  errors: TestFailure[];
  /** What the learner's code said to the console. */
  printed: string;
  /** Why the run was ended before it was over. */
  stopped?: { reason: "silent" | "slow" | "left"; running: string };
};

export type Runner = {
  /** One run at a time. `changed` are absolute paths, `only` the full name of a test. */
  run(changed: string[], only?: string): Promise<TestRun>;
  close(): void;
};

export type RunLimits = {
  /** Without a word from the tests: a loop without an end holds all of them. */
  silenceMs?: number;
  /** Tests that ran into their own limit, before the rest is not tried any more. */
  slowTests?: number;
  /** Whether the first test that fails is enough. */
  bail?: boolean;
  /** Whether all tests of the chapter are run, with those of its folder. They may take their time. */
  all?: boolean;
};

/** The process of the tests stays for the next run, until something in it does not end. */
export function openRunner(chapter: string, folder: string, limits: RunLimits = {}): Runner {
  let host: Promise<Host> | undefined;
  const stop = () => {
    void host?.then(({ end }) => end()).catch(() => {});
    host = undefined;
  };
  const run: Runner["run"] = async (changed, only) => {
    if (host && hasEnded(await host)) stop();
    const isKept = host !== undefined;
    host ??= startHost(chapter, folder, limits);
    const came = await follow(await host, { changed, only }, limits);
    if (came.stopped) stop();
    // ended between two runs, as by a system that needs its memory, and heard of only now
    const wasGone = isKept && came.stopped?.reason === "left" && came.collected === 0;
    return wasGone ? run(changed, only) : came;
  };
  return { run, close: stop };
}

type Host = {
  child: ChildProcess;
  /** The test that began last in this run. */
  running(): string;
  forget(): void;
  end(): void;
};

function hasEnded({ child }: Host): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** What a program of the tests still writes into is left to the system. */
function remove(scratch: string): void {
  try {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 });
  } catch {
    // it is in the folder that the system empties
  }
}

/** In characters. */
const MOST_PRINTED = 20_000;

async function startHost(
  chapter: string,
  folder: string,
  { bail = false, all = false }: RunLimits,
): Promise<Host> {
  const scratch = mkdtempSync(join(tmpdir(), "one-turn-check-"));
  const runningFile = join(scratch, "running");
  const program = bundleProgram(projectRoot(), "shared/course/workshop/host.ts");
  const child = spawn(
    process.execPath,
    [program, chapter, folder, bail ? "1" : "0", all ? "1" : "0"],
    {
      cwd: projectRoot(),
      // what the tests write is below the scratch folder, and goes with it, however they end
      env: {
        ...process.env,
        ...{ TMPDIR: scratch, TEMP: scratch, TMP: scratch },
        ONE_TURN_EXERCISE_RUNNING: runningFile,
      },
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    },
  );
  const end = () => {
    child.kill("SIGKILL");
    remove(scratch);
    process.off("exit", end);
    for (const signal of signals) process.off(signal, leave);
  };
  const leave = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal]);
  process.once("exit", end);
  for (const signal of signals) process.once(signal, leave);
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => reject(new Error("The tests could not be started.")));
    child.once("message", () => resolve());
  });
  const forget = () => rmSync(runningFile, { force: true });
  return { child, end, forget, running: () => readText(runningFile) };
}

function follow(
  { child, running, forget }: Host,
  message: ToHost,
  limits: RunLimits,
): Promise<TestRun> {
  const { silenceMs = 15_000, slowTests = 3 } = limits;
  // to load a file on a busy machine takes its time
  const loadMs = silenceMs * 2;
  const run: TestRun = { collected: 0, tested: [], errors: [], printed: "" };
  const names: string[] = [];
  return new Promise((resolve) => {
    let timer = setTimeout(() => finish("silent"), loadMs);
    const finish = (reason?: "silent" | "slow" | "left") => {
      clearTimeout(timer);
      child.off("message", hear);
      child.off("exit", left);
      if (reason) run.stopped = { reason, running: running() };
      run.tested.sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name));
      resolve(run);
    };
    const left = () => finish("left");
    const hear = (heard: FromHost) => {
      // whoever prints for ever has not come back either
      if (heard.kind !== "printed") {
        clearTimeout(timer);
        timer = setTimeout(() => finish("silent"), silenceMs);
      }
      if (heard.kind === "collected") {
        run.collected += heard.names.length;
        names.push(...heard.names);
      }
      if (heard.kind === "printed") run.printed = (run.printed + heard.text).slice(-MOST_PRINTED);
      if (heard.kind === "tested") run.tested.push(heard);
      if (heard.kind === "end") {
        run.errors = heard.errors;
        finish();
      } else if (run.tested.filter(ranIntoLimit).length >= slowTests) finish("slow");
    };
    child.on("message", hear);
    child.once("exit", left);
    forget();
    child.send(message);
  });
}

/** Whether every test of the file ran, and passed. */
export function isWhole({ collected, tested, errors, stopped }: TestRun): boolean {
  const passed = tested.filter(({ state }) => state === "passed").length;
  return collected > 0 && passed === collected && errors.length === 0 && !stopped;
}

/** As the test runner says it. */
export function ranIntoLimit({ failure }: Tested): boolean {
  return /^Test timed out in \d+ms/.test(failure?.message ?? "");
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
