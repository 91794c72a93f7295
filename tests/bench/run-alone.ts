import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { bundleProgram } from "../../shared/course/bundle.cjs";
import { projectRoot } from "../../shared/course/project-root.ts";

/**
 * Runs a program of runs/ in a process of its own, and resolves with what it tells. Rejects with the last line that it
 * wrote to stderr when it fails, or after two minutes.
 */
export async function runAlone<Job, Told>(program: string, job: Job): Promise<Told> {
  const bundle = bundleProgram(projectRoot(), `tests/bench/runs/${program}.ts`);
  const child = spawn(process.execPath, [bundle, JSON.stringify(job)], {
    env: { ...process.env, ONE_TURN_ROOT: projectRoot() },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 120_000,
  });
  const closed = once(child, "close");
  const [told, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code, signal] = await closed;
  if (code === 0) return JSON.parse(told);
  throw new Error(said.trim().split("\n").at(-1) || `${program} ended with ${signal ?? code}.`);
}
