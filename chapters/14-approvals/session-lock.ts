import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** Who holds a session. An id of a process comes again, and its start tells the two apart. */
type Holder = { pid: number; started: string };

class Held extends Error {}

/**
 * Takes the lock of a file, which is a file beside it. Returns what lets it go. Throws one line when a process that is
 * alive holds it; one that a dead process has left is taken over. `fail` hears why a lock can't be made at all.
 */
export function lockSession(path: string, fail: (error: unknown) => void): () => void {
  const lock = `${path}.lock`;
  const draft = `${lock}.${randomUUID()}`;
  const own = JSON.stringify(holderOf(process.pid));
  try {
    writeFileSync(draft, own, { mode: 0o600 });
    // a link is there whole or not at all, and only one process can make it
    while (!madeLink(draft, lock)) removeOrThrow(lock, draft);
  } catch (error) {
    if (error instanceof Held) throw error;
    fail(error);
    return () => {};
  } finally {
    removeIfPossible(draft);
  }
  return () => {
    if (readText(lock) === own) removeIfPossible(lock);
  };
}

function madeLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    throw error;
  }
}

/** Of two processes that find the same dead lock, one renames it. The other then finds a living one, or none. */
function removeOrThrow(lock: string, draft: string): void {
  const found = readText(lock);
  const holder = readHolder(found);
  if (holder && holderOf(holder.pid)?.started === holder.started) throw new Held(heldBy(holder));
  const aside = `${draft}.dead`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  // in between another process may have taken the dead one over: what was taken from it is given back
  if (readText(aside) !== found) madeLink(aside, lock);
  removeIfPossible(aside);
}

function heldBy({ pid }: Holder): string {
  return `This session is open in another process (${pid}). End that one, or begin a new session.`;
}

/** If it can't be removed: this process ends, and then it is a lock that is taken over. */
function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {}
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function readHolder(text: string): Holder | undefined {
  try {
    const { pid, started } = JSON.parse(text);
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

/** Whatever a system says of it; the same for the same process. Empty where it says nothing: then a pid alone counts. */
function startOf(pid: number): string {
  try {
    // the name, which may hold anything, ends at the last bracket; the 20th field behind it is the start
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    const { stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
    return stdout?.trim() ?? "";
  }
}
