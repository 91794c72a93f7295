import type { SessionEvent } from "../../shared/events.ts";
import type { SessionLog } from "./session-store.ts";

/** For a session that can't be kept: it goes on as long as the program does. */
export function memoryLog(): SessionLog {
  const events: SessionEvent[] = [];
  return {
    path: "",
    isKept: () => false,
    isWhole: () => true,
    notices: [],
    read: () => [...events],
    append(event) {
      if (event.type !== "assistant.delta" && event.type !== "reasoning.delta") events.push(event);
    },
    close() {},
  };
}
