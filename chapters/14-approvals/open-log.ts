import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { memoryLog } from "./memory-log.ts";
import {
  listSessions,
  makeSessionFolder,
  newSessionPath,
  sessionFolder,
} from "./session-folder.ts";
import { openSessionLog, type SessionLog } from "./session-store.ts";

type Say = (trouble: string) => void;

/**
 * The log that is asked for: `--session PATH`, `--resume [N]`, or a new one. Throws one line where there is none like
 * that, or another process has it. `say` hears, in a sentence, when a session can't be kept.
 */
export function openLog(
  args: string[],
  workspaceRoot: string,
  say: Say = console.error,
): SessionLog {
  if (args.includes("--session")) {
    const path = valueAfter("--session", args);
    if (!path) throw new Error("--session needs the path of a session.");
    return openSessionLog(resolve(path), say);
  }
  if (args.includes("--resume")) {
    return openSessionLog(nthSession(workspaceRoot, valueAfter("--resume", args)), say);
  }
  return newLog(workspaceRoot, say);
}

/** In memory where no session can be kept, which is said. */
export function newLog(workspaceRoot: string, say: Say): SessionLog {
  try {
    const folder = sessionFolder(workspaceRoot);
    makeSessionFolder(folder);
    return openSessionLog(newSessionPath(folder, new Date(), randomUUID()), say);
  } catch (error) {
    say(`No session can be kept (${(error as Error).message}).`);
    return memoryLog();
  }
}

/** The path of a session of this workspace. 1 is the one used last. Throws one line where there is none. */
export function nthSession(workspaceRoot: string, number = "1"): string {
  const sessions = listSessions(sessionFolder(workspaceRoot));
  const found = /^[1-9]\d*$/.test(number) ? sessions[Number(number) - 1] : undefined;
  if (found !== undefined) return found;
  const count = sessions.length === 0 ? "none yet" : String(sessions.length);
  throw new Error(
    `There is no session ${number}: 1 is the one used last, and this folder has ${count}.`,
  );
}

/** Undefined without the option, and where another one follows it. */
export function valueAfter(option: string, args: string[]): string | undefined {
  if (!args.includes(option)) return undefined;
  const value = args[args.indexOf(option) + 1];
  return value?.startsWith("--") ? undefined : value;
}
