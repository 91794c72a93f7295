import type { SessionEvent } from "../../../shared/events.ts";
import type { Status } from "./tui-state.ts";

/** In a turn, the model thinks as long as nothing is seen of an answer or a call. */
export function reduceStatus(status: Status, event: SessionEvent): Status {
  switch (event.type) {
    case "turn.started":
      return become(status, "thinking");
    case "reasoning.delta":
    case "tool.finished":
    case "tool.failed":
      return status.turn === "idle" ? status : become(status, "thinking");
    case "assistant.delta":
    case "assistant.message":
    case "tool.started":
      return status.turn === "idle" ? status : become(status, "running");
    case "turn.completed":
    case "turn.failed":
      return become(status, "idle");
    default:
      return status;
  }
}

function become(status: Status, turn: Status["turn"]): Status {
  return status.turn === turn ? status : { turn };
}
