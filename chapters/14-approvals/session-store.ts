import { realpathSync, statSync } from "node:fs";
import type { SessionEvent } from "../../shared/events.ts";
import { describeDamage, findDamage } from "./log-damage.ts";
import { readEvents } from "./log-lines.ts";
import { logWriter } from "./log-writer.ts";
import { lockSession } from "./session-lock.ts";

export type SessionLog = {
  /** Empty where there is no file. */
  path: string;
  /** False where the session goes on in memory alone. */
  isKept(): boolean;
  /** False where the file has lost what was written into it. */
  isWhole(): boolean;
  /** The events that are kept, in order. Reads the file, each time. */
  read(): Iterable<SessionEvent>;
  /** What of the file can't be read, in sentences. */
  notices: string[];
  /** Keeps an event, but for the pieces of a response. Never throws: what can't be kept is said, once. */
  append(event: SessionEvent): void;
  close(): void;
};

/**
 * A file with one event per line. It is only added to, and belongs to one process at a time. Throws one line when it
 * belongs to another. `say` hears, in a sentence, when the session can't be kept any more.
 */
export function openSessionLog(
  given: string,
  say: (trouble: string) => void = console.error,
): SessionLog {
  const path = realPath(given);
  /** What the file does not hold yet; of a session that is lost, what it never will. */
  const waiting: SessionEvent[] = [];
  let isLost = false;
  let isOver = false;
  // before the file is read: whoever holds it may be writing
  const unlock = lockSession(path, lose);
  const damage = orUnlock(unlock, () => findDamage(path));
  const writer = logWriter(path, damage);
  process.once("exit", unlock);

  function lose(error: unknown): void {
    isLost = true;
    const reason = (error as Error).message;
    say(`This session is not kept any more: ${path} can't be written (${reason}).`);
  }

  return {
    path,
    isKept: () => !isLost,
    isWhole: writer.isWhole,
    notices: describeDamage(path, damage),
    *read() {
      yield* readEvents(path);
      yield* waiting;
    },
    append(event) {
      if (event.type === "assistant.delta" || event.type === "reasoning.delta") return;
      waiting.push(event);
      // a session in which nothing was said leaves no file
      const isEmpty = event.turnId === undefined && !writer.isOpen();
      if (isLost || isOver || isEmpty) return;
      try {
        for (; waiting[0]; waiting.shift()) writer.write(waiting[0]);
      } catch (error) {
        lose(error);
      }
    },
    close() {
      isOver = true;
      writer.close();
      process.removeListener("exit", unlock);
      unlock();
    },
  };
}

/** What can't be opened is not held either. */
function orUnlock<Value>(unlock: () => void, open: () => Value): Value {
  try {
    return open();
  } catch (error) {
    unlock();
    throw error;
  }
}

/** One file has one lock, by whatever name it is opened. Throws one line for what is no file. */
function realPath(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return path;
  if (!stats.isFile()) throw new Error(`${path} is not a file.`);
  return realpathSync(path);
}
