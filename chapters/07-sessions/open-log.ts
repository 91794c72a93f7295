import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import {
  listSessions,
  makeSessionFolder,
  newSessionPath,
  sessionFolder,
} from "./session-folder.ts";
import { openSessionLog, type SessionLog } from "./session-store.ts";

/**
 * The log that is asked for: `--session PATH`, `--resume [N]`, or a new one. Throws one line where there is none like
 * that, or another process has it. Undefined where no session can be kept, which is said.
 */
export function openLog(args: string[], workspaceRoot: string): SessionLog | undefined {
  const named = pathAfter("--session", args);
  if (named !== undefined) return openSessionLog(resolve(named));
  try {
    const folder = sessionFolder(workspaceRoot);
    if (!args.includes("--resume")) {
      makeSessionFolder(folder);
      return openSessionLog(newSessionPath(folder, new Date(), randomUUID()));
    }
    return openSessionLog(nthSession(folder, args[args.indexOf("--resume") + 1]));
  } catch (error) {
    // what was asked for has to be there; a new session does without
    if (args.includes("--resume")) throw error;
    console.error(`No session can be kept (${(error as Error).message}).`);
    return undefined;
  }
}

function pathAfter(option: string, args: string[]): string | undefined {
  if (!args.includes(option)) return undefined;
  const path = args[args.indexOf(option) + 1];
  if (!path || path.startsWith("--")) throw new Error(`${option} needs the path of a session.`);
  return path;
}

/** 1, the one used last, without a number. */
function nthSession(folder: string, number?: string): string {
  const isGiven = number !== undefined && !number.startsWith("--");
  const sessions = listSessions(folder);
  const found = /^[1-9]\d*$/.test(isGiven ? number : "1")
    ? sessions[Number(isGiven ? number : 1) - 1]
    : undefined;
  if (found !== undefined) return found;
  const count = sessions.length === 0 ? "none yet" : String(sessions.length);
  throw new Error(
    `There is no session ${isGiven ? number : "1"}: 1 is the one used last, and this folder has ${count}.`,
  );
}
