import type { Responses } from "openai/resources";
import type { SessionEvent, SessionEventBody } from "../../shared/events.ts";
import type { Measured } from "./metrics.ts";
import { answerable, messageText } from "./response-items.ts";
import { textOrEmpty } from "./state/text-or-empty.ts";
import { metricsOfUnfinished } from "./turn-metrics.ts";

/** A turn that has no ending yet. */
export type UnfinishedTurn = {
  turnId: string;
  /** Of the last response, the items that no event has told of: messages with text, and calls. */
  untold: Responses.ResponseOutputItem[];
  /** The call that was started and has not ended. */
  running?: { callId: string; name: string };
  /** Whether it had asked, and had no answer. */
  isAsking?: boolean;
  /** By that call. */
  printed: string;
  /** Its costs are told, and only its ending is missing. */
  isMeasured?: boolean;
};

const RUNNING = "The program ended while this call was running. What it had done by then is done.";
const NOT_ANSWERED = "Not run: the program ended before the user had answered.";
const NOT_RUN = "Not run: the program ended before this call began.";
const ENDED = "The program ended in the middle of this turn.";

/** Undefined where the last turn has ended. A fold of the events; never throws. */
export function reduceUnfinished(
  turn: UnfinishedTurn | undefined,
  event: SessionEvent,
): UnfinishedTurn | undefined {
  if (event.type === "turn.started")
    return { turnId: textOrEmpty(event.turnId), untold: [], printed: "" };
  if (!turn) return undefined;
  switch (event.type) {
    case "model.responded":
      return {
        ...turn,
        untold: Array.isArray(event.items) ? answerable(event.items).filter(isToTell) : [],
      };
    case "assistant.message":
      return { ...turn, untold: turn.untold.slice(1) };
    case "tool.started": {
      const { callId, name } = event;
      const running = { callId, name };
      return { ...turn, untold: turn.untold.slice(1), running, isAsking: false, printed: "" };
    }
    case "approval.requested":
      return { ...turn, isAsking: true };
    case "approval.resolved":
      return { ...turn, isAsking: false };
    case "tool.progress":
      return { ...turn, printed: turn.printed + textOrEmpty(event.text) };
    case "tool.finished":
    case "tool.failed":
      return { ...turn, running: undefined };
    case "turn.metrics":
      return { ...turn, isMeasured: true };
    case "turn.completed":
    case "turn.failed":
    case "turn.cancelled":
      return undefined;
    default:
      return turn;
  }
}

function isToTell(item: Responses.ResponseOutputItem): boolean {
  return item.type === "function_call" || messageText(item) !== "";
}

/** What has to be published so that the turn is a whole one: each call has its end, and the turn has its ending. */
export function endUnfinished(turn: UnfinishedTurn, measured: Measured): SessionEventBody[] {
  const { untold, running, printed } = turn;
  const events: SessionEventBody[] = [];
  const error = printed ? `${RUNNING} It had printed:\n${printed}` : RUNNING;
  if (running && turn.isAsking) {
    events.push({ type: "approval.resolved", ...running, decision: "cancelled" });
    events.push({ type: "tool.failed", ...running, error: NOT_ANSWERED });
  } else if (running) events.push({ type: "tool.failed", ...running, error });
  for (const item of untold) {
    if (item.type !== "function_call") {
      events.push({ type: "assistant.message", text: messageText(item) });
      continue;
    }
    const call = { callId: item.call_id, name: item.name };
    events.push({ type: "tool.started", ...call, args: item.arguments });
    events.push({ type: "tool.failed", ...call, error: NOT_RUN });
  }
  if (!turn.isMeasured) events.push(metricsOfUnfinished(measured, events));
  return [...events, { type: "turn.failed", error: ENDED }];
}
