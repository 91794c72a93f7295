import type { Costs, SessionEvent } from "../../shared/events.ts";
import { countOrNothing } from "./state/count-or-nothing.ts";
import { textOrEmpty } from "./state/text-or-empty.ts";
import { addTokens, addUnknown, noTokens, tokensOfUsage } from "./state/tokens.ts";

/** What the events of a turn tell so far of its costs. */
export type Measured = { sums: Sums; moments: Moments };

type Sums = Omit<Costs, "timeMs">;

/** In milliseconds since 1970. */
export type Moments = {
  start: number;
  /** Of the first piece, or of a whole response before it. */
  first?: number;
  /** Of the last event that is no piece. */
  last: number;
  /** When the running call began. */
  call: number;
  /** When the attempt is sent that was told of last. */
  attempt: number;
};

export const nothingMeasured: Measured = {
  sums: { requests: 0, toolCalls: 0, toolMs: 0, chars: 0, tokens: noTokens },
  moments: { start: 0, last: 0, call: 0, attempt: 0 },
};

/** A fold of the events, as the state is one: the agent does not know that it is measured. Never throws. */
export function reduceMetrics({ sums, moments }: Measured, event: SessionEvent): Measured {
  const after = reduceMoments(moments, event);
  return { sums: reduceSums(sums, event, after), moments: after };
}

function reduceMoments(moments: Moments, event: SessionEvent): Moments {
  const at = Date.parse(textOrEmpty(event.at)) || moments.last;
  switch (event.type) {
    case "turn.started":
      return { start: at, last: at, call: at, attempt: at };
    case "reasoning.delta":
    case "assistant.delta":
      // thousands of pieces: only the first one is a moment
      return moments.first === undefined ? { ...moments, first: at } : moments;
    case "model.responded":
      return { ...moments, first: moments.first ?? at, last: at };
    case "model.retrying":
      return { ...moments, attempt: at + (countOrNothing(event.delayMs) ?? 0), last: at };
    case "tool.started":
      return { ...moments, call: at, last: at };
    default:
      return { ...moments, last: at };
  }
}

function reduceSums(sums: Sums, event: SessionEvent, { call, last }: Moments): Sums {
  switch (event.type) {
    case "turn.started":
      return nothingMeasured.sums;
    // what was sent has cost something, also when no response ever says what
    case "model.requested":
      return { ...sums, requests: sums.requests + 1, tokens: addUnknown(sums.tokens, 1) };
    case "model.retrying":
      return { ...sums, requests: sums.requests + 1 };
    case "model.responded": {
      const used = tokensOfUsage(event.usage);
      return used ? { ...sums, tokens: addTokens(addUnknown(sums.tokens, -1), used) } : sums;
    }
    case "assistant.message":
      return { ...sums, chars: sums.chars + [...textOrEmpty(event.text)].length };
    case "tool.started":
      return { ...sums, toolCalls: sums.toolCalls + 1 };
    case "tool.finished":
    case "tool.failed":
      return { ...sums, toolMs: sums.toolMs + between(call, last) };
    default:
      return sums;
  }
}

/** In milliseconds. A clock can be set back. */
export function between(start: number, end: number): number {
  return Math.max(0, end - start);
}
