import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { livingGroups } from "./living-group.ts";

/** A shell and all that it starts, except what moves to a session of its own (`setsid`). */
export type ProcessGroup = ChildProcessByStdio<null, Readable, Readable>;

const GRACE_MS = 2000;
const POLL_MS = 50;
const ON_WINDOWS = process.platform === "win32";
const FATAL_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/** None of these outlives the program. */
const running = new Set<ProcessGroup>();

/** Starts a command without stdin and without a terminal. Throws what the system says when it cannot. */
export async function startGroup(
  command: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<ProcessGroup> {
  let group: ProcessGroup | undefined;
  try {
    watchTheEnd();
    group = spawn(command, {
      cwd,
      env,
      shell: true,
      detached: !ON_WINDOWS,
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.add(group);
    await once(group, "spawn");
    return group;
  } catch (error) {
    forget(group);
    throw error;
  }
}

/** TERM, and KILL after 2 s. Resolves when nothing of the group lives, or 2 s after the KILL; with false when nothing lived. */
export async function endGroup(group: ProcessGroup): Promise<boolean> {
  // what has closed its output may still be on its way out
  if (lives(group)) await sleep(POLL_MS);
  const alive = lives(group);
  if (alive) {
    signal(group, "SIGTERM");
    if (!(await dies(group))) signal(group, "SIGKILL");
    await dies(group);
  }
  forget(group);
  return alive;
}

async function dies(group: ProcessGroup): Promise<boolean> {
  const end = performance.now() + GRACE_MS;
  while (performance.now() < end && lives(group)) await sleep(POLL_MS);
  return !lives(group);
}

function lives({ pid, exitCode, signalCode }: ProcessGroup): boolean {
  if (ON_WINDOWS) return exitCode === null && signalCode === null;
  return pid !== undefined && livingGroups(pid).length > 0;
}

/** To all that lives of it. Windows has no groups and no signals: there the tree of processes is ended. */
function signal({ pid }: ProcessGroup, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  if (ON_WINDOWS) spawnSync("taskkill", ["/pid", `${pid}`, "/t", "/f"]);
  for (const group of ON_WINDOWS ? [] : livingGroups(pid)) {
    try {
      process.kill(-group, name);
    } catch {
      // it ended in between
    }
  }
}

/** Comes before the start: a program that is ended in between must know what to end. */
function watchTheEnd(): void {
  if (running.size > 0) return;
  process.on("exit", killAll);
  for (const name of FATAL_SIGNALS) process.on(name, leave);
}

/** From here on the group's number may belong to others: it is never signalled again. */
function forget(group?: ProcessGroup): void {
  if (group) running.delete(group);
  if (running.size > 0) return;
  process.off("exit", killAll);
  for (const name of FATAL_SIGNALS) process.off(name, leave);
}

/** Another listener, where there is one, decides what the signal means. The exit ends the groups either way. */
function leave(name: NodeJS.Signals): void {
  if (process.listenerCount(name) > 1) return;
  process.exit(128 + constants.signals[name]);
}

function killAll(): void {
  for (const group of running) signal(group, "SIGKILL");
}
