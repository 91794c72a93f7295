import { type ChildProcess, spawn } from "node:child_process";
import { chapterProgram } from "../support/chapter-program.ts";
import { cleanEnvironment, type Ran, runNode } from "../support/run-one-turn.ts";
import type { Place } from "./kept.ts";

/** The real program in a workspace, with these lines typed. Its sessions are kept in the folder of the place. */
export function runProgram(
  place: Place,
  args: string[],
  { input = "", node = [] }: { input?: string; node?: string[] } = {},
): Promise<Ran> {
  const [cwd, env] = [place.workspaceRoot, environment(place)];
  return runNode([...node, ...chapterProgram("07-sessions"), ...args], { input, env, cwd });
}

/** The same as a process that can be killed. */
export function startProgram(place: Place, args: string[], input: string): ChildProcess {
  const child = spawn(process.execPath, [...chapterProgram("07-sessions"), ...args], {
    cwd: place.workspaceRoot,
    env: { ...cleanEnvironment(), ...environment(place) },
    stdio: ["pipe", "ignore", "inherit"],
  });
  child.stdin?.on("error", () => {}).end(input);
  return child;
}

function environment({ folder, rehearsal }: Place): Record<string, string> {
  return { XDG_STATE_HOME: folder, OPENAI_BASE_URL: rehearsal.url, OPENAI_API_KEY: "any" };
}
