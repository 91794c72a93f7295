import type { SessionEvent } from "../../../shared/events.ts";
import { endOfWait } from "./end-of-wait.ts";
import type { Status } from "./tui-state.ts";

/** In a turn, the model thinks as long as nothing is seen of an answer or a call. */
export function reduceStatus(status: Status, event: SessionEvent): Status {
  switch (event.type) {
    case "turn.started":
      return become(status, "thinking");
    case "reasoning.delta":
    case "tool.finished":
    case "tool.failed":
      return isWorking(status) ? become(status, "thinking") : status;
    case "assistant.delta":
    case "assistant.message":
    case "tool.started":
      return isWorking(status) ? become(status, "running") : status;
    case "model.retrying":
      return isWorking(status) ? waitUntil(status, endOfWait(event)) : status;
    case "turn.completed":
    case "turn.failed":
    case "turn.cancelled":
      return become(status, "idle");
    default:
      return status;
  }
}

/** What still comes while a turn is cancelled does not change that. */
function isWorking({ turn }: Status): boolean {
  return turn !== "idle" && turn !== "cancelling";
}

function become(status: Status, turn: Status["turn"]): Status {
  return status.turn === turn ? status : { turn };
}

const waitUntil = (status: Status, until: number): Status =>
  status.turn === "waiting" && status.until === until ? status : { turn: "waiting", until };
