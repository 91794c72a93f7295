import { randomUUID } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  openSync,
  rmSync,
} from "node:fs";
import type { SessionEvent } from "../../shared/events.ts";
import { makeSessionFolder, newSessionPath, sessionFolder } from "./session-folder.ts";
import { lineWithoutKeys } from "./without-keys.ts";

/** A new file with these events, for its owner alone. Throws one line where there is a file already, or none can be. */
export function saveEvents(events: Iterable<SessionEvent>, path: string): void {
  const file = openNew(path);
  try {
    for (const event of events) appendFileSync(file, `${lineWithoutKeys(event)}\n`);
  } catch (error) {
    // half of a session is none
    rmSync(path);
    throw error;
  } finally {
    closeSync(file);
  }
}

function openNew(path: string): number {
  try {
    return openSync(path, "wx", 0o600);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") throw new Error(`${path} is there already. Choose another name.`);
    throw new Error(`Nothing was saved (${message}).`);
  }
}

/** Among the sessions of this workspace, for its owner alone. Returns the path of the copy. */
export function copySession(from: string, workspaceRoot: string): string {
  const folder = sessionFolder(workspaceRoot);
  makeSessionFolder(folder);
  const path = newSessionPath(folder, new Date(), randomUUID());
  copyFileSync(from, path, constants.COPYFILE_EXCL);
  chmodSync(path, 0o600);
  return path;
}
