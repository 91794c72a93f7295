import type { SessionEvent } from "../../../shared/events.ts";
import type { Status } from "./tui-state.ts";

/** Only a turn's edges move it: calls and messages come and go within. */
export function reduceStatus(status: Status, event: SessionEvent): Status {
  switch (event.type) {
    case "turn.started":
      return status.turn === "running" ? status : { turn: "running" };
    case "turn.completed":
    case "turn.failed":
      return status.turn === "idle" ? status : { turn: "idle" };
    default:
      return status;
  }
}
