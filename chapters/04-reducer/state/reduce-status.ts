import type { SessionEvent } from "../../../shared/events.ts";
import type { Status } from "./tui-state.ts";

/** What the program is doing now. */
export function reduceStatus(status: Status, event: SessionEvent): Status {
  switch (event.type) {
    case "turn.started":
      return status.turn === "running" ? status : { ...status, turn: "running" };
    case "turn.completed":
    case "turn.failed":
      return status.turn === "idle" ? status : { ...status, turn: "idle" };
    default:
      return status;
  }
}
