import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";

/**
 * Where the sessions of a workspace are kept (XDG Base Directory Specification). No two workspaces share one. Throws the
 * reason, in part of a sentence, where there is no such place.
 */
export function sessionFolder(workspaceRoot: string): string {
  const { XDG_STATE_HOME = "" } = process.env;
  const state = isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : join(homedir(), ".local", "state");
  if (!isAbsolute(state)) throw new Error("there is no home folder");
  const root = realpathSync(workspaceRoot);
  const name = basename(root)
    .replace(/[^\w.-]+/g, "-")
    .slice(0, 40);
  const hash = createHash("sha256").update(root).digest("hex").slice(0, 12);
  const folder = join(state, "one-turn", "sessions", `${name}-${hash}`);
  if (isWithin(root, folder)) throw new Error(`the tools of the workspace ${root} reach ${folder}`);
  return folder;
}

/** Also by a link, and where `place` is not there yet. */
export function isWithin(folder: string, place: string): boolean {
  const way = relative(realpathSync(folder), realPlace(place));
  return way.split(sep)[0] !== ".." && !isAbsolute(way);
}

function realPlace(place: string): string {
  try {
    return realpathSync(place);
  } catch {
    return join(realPlace(dirname(place)), basename(place));
  }
}

/** For its owner alone, whatever the umask. */
export function makeSessionFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
}

/** A name that hardly any session has: its time, so that a listing is in order, and a part of an id. */
export function newSessionPath(folder: string, now: Date, id: string): string {
  const time = now.toISOString().replace(/[:.]/g, "-");
  return join(folder, `${time}-${id.slice(0, 8)}.jsonl`);
}

/** The paths of the sessions that are kept there, the one used last first. */
export function listSessions(folder: string): string[] {
  return filesIn(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .reverse()
    .map((name) => ({ path: join(folder, name), usedAt: usedAt(join(folder, name)) }))
    .filter((session) => session.usedAt > 0)
    .sort((one, other) => other.usedAt - one.usedAt)
    .map(({ path }) => path);
}

/** 0 for what is no file. */
function usedAt(path: string): number {
  try {
    const stats = statSync(path);
    return stats.isFile() ? stats.mtimeMs : 0;
  } catch {
    return 0;
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
