import { realpathSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { resolve as resolvePath } from "node:path";
import { newLog, nthSession } from "./open-log.ts";
import { copySession, saveEvents } from "./save-session.ts";
import { listSessions, sessionFolder } from "./session-folder.ts";
import { readHead } from "./session-head.ts";
import type { SessionHost } from "./session-host.ts";
import { openSessionLog } from "./session-store.ts";

const MOST_LISTED = 20;
const MOST_CHARACTERS = 50;

/** What was said until now stays where it is kept. What the user has chosen holds on. */
export function reset(_: string, host: SessionHost): string {
  host.exchange((say) => newLog(host.workspaceRoot, say), host.session().settings);
  return "A new session.";
}

export function save(argument: string, host: SessionHost): string {
  const log = host.log();
  if (argument === "") {
    return log.isKept()
      ? `This session is kept in ${log.path}, from its first turn on.`
      : "This session is kept in memory only. /save PATH writes it into a file.";
  }
  const path = pathOf(argument, host);
  if (!log.isWhole()) {
    throw new Error(
      `Nothing was saved: ${log.path} was deleted or emptied, and what it held is gone.`,
    );
  }
  saveEvents(log.read(), path);
  return `Saved in ${path}. /load goes on from there.`;
}

/** A copy is never written to: each time it is loaded, the session goes on from the same place. */
export function load(argument: string, host: SessionHost): string {
  if (argument === "") throw new Error("/load needs the path of a session.");
  const from = pathOf(argument, host);
  if (!readHead(from)) throw new Error(`${from} is no session that can be read.`);
  const path = copySession(from, host.workspaceRoot);
  try {
    host.exchange((say) => openSessionLog(path, say));
  } catch (error) {
    rmSync(path);
    throw error;
  }
  return `Loaded from ${from}.`;
}

export function listed(_: string, host: SessionHost): string {
  const paths = listSessions(sessionFolder(host.workspaceRoot));
  if (paths.length === 0) return "No session of this folder is kept yet.";
  const rows = paths.slice(0, MOST_LISTED).map((path, place) => {
    const mark = isOpen(path, host) ? "*" : " ";
    return `${mark}${String(place + 1).padStart(3)}  ${describe(path)}`;
  });
  const more = paths.length - rows.length;
  return [...rows, ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}

export function resume(argument: string, host: SessionHost): undefined {
  if (argument === "") throw new Error("/resume needs a number. /sessions lists them.");
  const path = nthSession(host.workspaceRoot, argument);
  if (isOpen(path, host)) throw new Error(`Session ${argument} is the one that is open.`);
  host.exchange((say) => openSessionLog(path, say));
}

/** A log that goes on has the real path of its file; in a list there may be a link in it. */
function isOpen(path: string, host: SessionHost): boolean {
  return [path, realpathSync(path)].includes(host.log().path);
}

function describe(path: string): string {
  const head = readHead(path);
  if (!head) return "(can't be read)";
  // sv-SE writes a date as 2026-11-30 18:20, whatever the language of the system
  const at = new Date(head.startedAt).toLocaleString("sv-SE", {
    dateStyle: "short",
    timeStyle: "short",
  });
  const characters = [...head.text];
  const cut = characters.length > MOST_CHARACTERS ? "…" : "";
  return `${at}  ${characters.slice(0, MOST_CHARACTERS).join("")}${cut}`;
}

/** There is no shell that knows what "~" is. */
function pathOf(argument: string, { workspaceRoot }: SessionHost): string {
  return resolvePath(workspaceRoot, argument.replace(/^~(?=\/|$)/, homedir()));
}
