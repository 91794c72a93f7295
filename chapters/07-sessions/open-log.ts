import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
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
  const folder = sessionFolder(workspaceRoot);
  const asked = askedPath(args, folder);
  if (asked !== undefined) return openSessionLog(asked);
  try {
    makeSessionFolder(folder);
    return openSessionLog(newSessionPath(folder, new Date(), randomUUID()));
  } catch (error) {
    console.error(`No session can be kept in ${folder} (${(error as Error).message}).`);
    return undefined;
  }
}

function askedPath(args: string[], folder: string): string | undefined {
  const after = (option: string) => args[args.indexOf(option) + 1];
  if (args.includes("--session")) {
    const path = after("--session");
    if (!path) throw new Error("--session needs the path of a session.");
    return resolve(path);
  }
  if (!args.includes("--resume")) return undefined;
  const sessions = listSessions(folder);
  const value = after("--resume");
  const number = value === undefined || value.startsWith("-") ? "1" : value;
  const found = /^\d+$/.test(number) ? sessions[Number(number) - 1] : undefined;
  if (found === undefined || !existsSync(found)) {
    throw new Error(`There is no session ${number} of this folder. There are ${sessions.length}.`);
  }
  return found;
}
