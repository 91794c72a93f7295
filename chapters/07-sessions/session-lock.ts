import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/** Who holds a session. An id of a process comes again, and its start tells the two apart. */
type Holder = { pid: number; started: string };

/**
 * Takes the lock of a file, which is a file beside it. Returns what lets it go. Throws one line when a process that is
 * alive holds it; one that a dead process has left is taken over. `fail` hears why a lock can't be made at all.
 */
export function lockSession(path: string, fail: (error: unknown) => void): () => void {
  const lock = `${path}.lock`;
  const own = `${lock}.${randomUUID()}`;
  try {
    writeFileSync(own, JSON.stringify(holderOf(process.pid)), { mode: 0o600 });
    // a link is there whole or not at all, and only one process can make it
    while (!madeLink(own, lock)) removeIfLeft(lock);
  } catch (error) {
    if (error instanceof Held) throw error;
    fail(error);
    return () => {};
  } finally {
    removeIfPossible(own);
  }
  return () => removeIfPossible(lock);
}

/** One that can't be removed is that of a dead process soon. */
function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {}
}

class Held extends Error {}

function madeLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function removeIfLeft(lock: string): void {
  const holder = readHolder(lock);
  if (holder && holderOf(holder.pid)?.started === holder.started) {
    throw new Held(
      `This session is open in another process (${holder.pid}). End that one, or begin a new session.`,
    );
  }
  rmSync(lock, { force: true });
}

function readHolder(lock: string): Holder | undefined {
  try {
    const { pid, started } = JSON.parse(readFileSync(lock, "utf8"));
    return Number.isInteger(pid) && typeof started === "string" ? { pid, started } : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined when there is no such process. */
function holderOf(pid: number): Holder | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // it is there, and belongs to someone else
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return undefined;
  }
  return { pid, started: startOf(pid) };
}

/** Whatever a system says of it; the same for the same process. Empty where it says nothing. */
function startOf(pid: number): string {
  try {
    // the name, which may hold anything, ends at the last bracket; the 20th field behind it is the start
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return (
      spawnSync("ps", ["-o", "lstart=", "-p", String(pid)])
        .stdout?.toString()
        .trim() ?? ""
    );
  }
}
