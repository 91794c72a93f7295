import { appendFileSync, closeSync, fstatSync, fsyncSync, ftruncateSync } from "node:fs";
import type { SessionEvent } from "../../shared/events.ts";
import { type Damage, openForMore } from "./log-damage.ts";
import { lineWithoutKeys } from "./without-keys.ts";

export type LogWriter = {
  /** Adds a line. The first one opens the file. Throws when it can't, and then no half of a line is left. */
  write(event: SessionEvent): void;
  isOpen(): boolean;
  /** False when someone else has deleted or emptied the file. */
  isWhole(): boolean;
  close(): void;
};

export function logWriter(path: string, damage: Damage): LogWriter {
  let file: number | undefined;
  let written = 0;

  function isWhole(): boolean {
    if (file === undefined) return true;
    const { size, nlink } = fstatSync(file);
    return nlink > 0 && size >= written;
  }

  return {
    write(event) {
      file ??= openForMore(path, damage);
      if (!isWhole()) throw new Error("the file was deleted or emptied");
      const { size } = fstatSync(file);
      try {
        appendFileSync(file, `${lineWithoutKeys(event)}\n`);
      } catch (error) {
        ftruncateSync(file, size);
        throw error;
      }
      written = fstatSync(file).size;
      if (isEnding(event)) fsyncSync(file);
    },
    isOpen: () => file !== undefined,
    isWhole,
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

/** A turn is on the disk when it is over. */
function isEnding({ type }: SessionEvent): boolean {
  return type === "turn.completed" || type === "turn.failed" || type === "turn.cancelled";
}
