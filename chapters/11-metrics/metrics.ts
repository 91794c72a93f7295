import type { Costs, SessionEvent, SessionEventBody, Tokens } from "../../shared/events.ts";
import { textOrEmpty } from "./state/text-or-empty.ts";
import { addTokens, countOrNothing, noTokens, tokensOf } from "./state/tokens.ts";

/** What the events of a turn tell so far of its costs. Its points in time are milliseconds since 1970. */
export type Measured = Omit<Costs, "timeMs"> & {
  startedAt: number;
  firstAt?: number;
  /** Of the last event. */
  lastAt: number;
  callStartedAt: number;
  /** When the attempt is sent that was told of. */
  retriedAt: number;
};

export const nothingMeasured: Measured = {
  ...{ startedAt: 0, lastAt: 0, callStartedAt: 0, retriedAt: 0 },
  ...{ requests: 0, toolCalls: 0, toolMs: 0, chars: 0, tokens: noTokens },
};

/** A fold of the events, as the state is one: what is measured is nothing that the agent has to know of. Never throws. */
export function reduceMetrics(measured: Measured, event: SessionEvent): Measured {
  const isPiece = event.type === "assistant.delta" || event.type === "reasoning.delta";
  // after the first one, thousands of pieces tell nothing new
  if (isPiece && measured.firstAt !== undefined) return measured;
  const lastAt = Date.parse(textOrEmpty(event.at)) || measured.lastAt;
  return count({ ...measured, lastAt }, event);
}

function count(measured: Measured, event: SessionEvent): Measured {
  const { lastAt, firstAt = lastAt, requests, toolCalls, toolMs, tokens } = measured;
  switch (event.type) {
    case "turn.started":
      return { ...nothingMeasured, startedAt: lastAt, lastAt };
    case "model.requested":
      return { ...measured, requests: requests + 1, tokens: unknown(tokens, 1) };
    case "model.retrying": {
      const retriedAt = lastAt + (countOrNothing(event.delayMs) ?? 0);
      return { ...measured, requests: requests + 1, retriedAt };
    }
    case "reasoning.delta":
    case "assistant.delta":
      return { ...measured, firstAt };
    case "model.responded": {
      const used = tokensOf(event.usage);
      const known = used ? addTokens(unknown(tokens, -1), used) : tokens;
      return { ...measured, firstAt, tokens: known };
    }
    case "assistant.message":
      return { ...measured, chars: measured.chars + [...textOrEmpty(event.text)].length };
    case "tool.started":
      return { ...measured, toolCalls: toolCalls + 1, callStartedAt: lastAt };
    case "tool.finished":
    case "tool.failed":
      return { ...measured, toolMs: toolMs + between(measured.callStartedAt, lastAt) };
    default:
      return measured;
  }
}

/** A clock can be set back. */
function between(start: number, end: number): number {
  return Math.max(0, end - start);
}

/** A request that was sent has cost something, also when no response ever says what. */
function unknown(tokens: Tokens, by: number): Tokens {
  return { ...tokens, unknown: Math.max(0, tokens.unknown + by) };
}

const statuses = {
  "turn.completed": "ok",
  "turn.failed": "failed",
  "turn.cancelled": "cancelled",
} as const;

/** What stands before an ending. */
export function metricsOf(
  measured: Measured,
  ending: { type: keyof typeof statuses },
  endedAt: number,
): SessionEventBody {
  const { startedAt, firstAt, lastAt, callStartedAt, retriedAt, requests, ...costs } = measured;
  const isUnsent = ending.type === "turn.cancelled" && endedAt < retriedAt;
  return {
    type: "turn.metrics",
    status: statuses[ending.type],
    timeMs: between(startedAt, endedAt),
    ...(firstAt !== undefined && { firstMs: between(startedAt, firstAt) }),
    // one that was still waited for when the turn was cancelled
    requests: isUnsent ? requests - 1 : requests,
    ...costs,
  };
}
