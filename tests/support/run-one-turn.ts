import { spawn } from "node:child_process";
import { join } from "node:path";
import { projectRoot } from "../../shared/course/project-root.ts";

export const root = projectRoot();

export type Ran = { code: number | null; stdout: string; stderr: string };

/** `one-turn …` as a learner starts it, with no settings of this machine but those given. */
export function runOneTurn(args: string[], options: RunOptions = {}): Promise<Ran> {
  return runNode([join(root, "shared/course/one-turn.cjs"), ...args], options);
}

export type RunOptions = {
  input?: string;
  env?: Record<string, string>;
  cwd?: string;
  timeoutMs?: number;
};

export function runNode(args: string[], options: RunOptions = {}): Promise<Ran> {
  return runCommand(process.execPath, args, options);
}

/** Any program, with the same clean environment. Ended when it takes a minute, or as long as is said. */
export function runCommand(
  program: string,
  args: string[],
  options: RunOptions = {},
): Promise<Ran> {
  const { input, env = {}, cwd = root, timeoutMs = 60_000 } = options;
  return new Promise((settle, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...cleanEnvironment(), ...env },
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      timeout: timeoutMs,
      killSignal: "SIGKILL",
    });
    let stdout = "";
    let stderr = "";
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    child.stdin?.on("error", () => {}).end(input);
    child.once("error", reject);
    child.once("close", (code) => settle({ code, stdout, stderr }));
  });
}

/** Nothing of what this machine or the runner of the tests sets for programs like these. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(OPENAI_|ONE_TURN_|npm_|VITEST|NODE_|FORCE_COLOR$|INIT_CWD$|CI$)/i;
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return { ...Object.fromEntries(kept), NO_COLOR: "1" };
}
