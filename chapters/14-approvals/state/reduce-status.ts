import type { SessionEvent } from "../../../shared/events.ts";
import { textOrEmpty } from "./text-or-empty.ts";
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
    case "approval.requested":
      return isWorking(status) ? become(status, "asking") : status;
    case "approval.resolved":
    case "assistant.delta":
    case "assistant.message":
    case "tool.started":
      return isWorking(status) ? become(status, "running") : status;
    case "model.retrying":
      return isWorking(status) ? { turn: "waiting", until: endOfWait(event) } : status;
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

/** From its event alone: whoever replays it has the same state. */
function endOfWait({ at, delayMs }: { at: unknown; delayMs: unknown }): number {
  const until = Date.parse(textOrEmpty(at)) + (typeof delayMs === "number" ? delayMs : 0);
  return Number.isFinite(until) ? until : 0;
}

function become(status: Status, turn: Status["turn"]): Status {
  return status.turn === turn ? status : { turn };
}
