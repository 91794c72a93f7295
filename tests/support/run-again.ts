import { type ChildProcess, fork } from "node:child_process";
import { bundleProgram } from "../../shared/course/bundle.cjs";
import type { Answer, Command } from "./program-after-program.ts";
import { cleanEnvironment, type Ran, root } from "./run-one-turn.ts";

export type RunOptions = { env?: NodeJS.ProcessEnv; cwd?: string };

/**
 * `one-turn …` in a process that has run others before: a tenth of the work. For what a command says. How it
 * starts and ends in a process of its own is seen with runOneTurn, once for each command in course/cli.test.ts.
 */
export function runOneTurnAgain(args: string[], options: RunOptions = {}): Promise<Ran> {
  const env = { ONE_TURN_ROOT: root, ...options.env };
  return runProgramAgain("shared/course/cli.ts", args, { ...options, env });
}

/** The same for any program of this repository, by its path. It reads no input. */
export function runProgramAgain(
  program: string,
  args: string[],
  { env = {}, cwd = root }: RunOptions = {},
): Promise<Ran> {
  const bundle = bundleProgram(root, program);
  const command = { program: bundle, args, env: { ...cleanEnvironment(), ...env }, cwd };
  const ran = last.then(() => ask(command));
  last = ran.catch(() => undefined);
  return ran;
}

let last: Promise<unknown> = Promise.resolve();
let running: ChildProcess | undefined;

/** Ended when it takes a minute. */
function ask(command: Command): Promise<Ran> {
  const child = start();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), 60_000);
    const settle = (act: () => void) => {
      clearTimeout(timer);
      child.removeListener("message", answer);
      child.removeListener("exit", die);
      act();
    };
    const answer = (said: Answer) => {
      settle(() => ("broken" in said ? reject(new Error(said.broken)) : resolve(said)));
    };
    const die = (code: number | null, signal: string | null) => {
      running = undefined;
      settle(() =>
        reject(new Error(`${command.args.join(" ")} ended its process: ${signal ?? code}`)),
      );
    };
    child.on("message", answer).once("exit", die);
    child.send(command);
  });
}

/** It ends with the process that runs the tests. */
function start(): ChildProcess {
  if (running?.connected) return running;
  running = fork(bundleProgram(root, "tests/support/program-after-program.ts"), {
    execArgv: [],
    env: cleanEnvironment(),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  running.unref();
  running.channel?.unref();
  return running;
}
