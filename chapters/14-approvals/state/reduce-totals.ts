import type { Costs, SessionEvent } from "../../../shared/events.ts";
import { countOrNothing } from "./count-or-nothing.ts";
import { addTokens, noTokens, tokensOfEvent } from "./tokens.ts";
import type { Totals } from "./tui-state.ts";

export const noTotals: Totals = {
  ...{ turns: 0, timeMs: 0, requests: 0, toolCalls: 0, toolMs: 0, chars: 0 },
  tokens: noTokens,
};

/** What the session has cost: the sum over its turns. */
export function reduceTotals(totals: Totals, event: SessionEvent): Totals {
  if (event.type !== "turn.metrics") return totals;
  const sum = (name: Exclude<keyof Costs, "tokens">) =>
    totals[name] + (countOrNothing(event[name]) ?? 0);
  return {
    turns: totals.turns + 1,
    timeMs: sum("timeMs"),
    requests: sum("requests"),
    toolCalls: sum("toolCalls"),
    toolMs: sum("toolMs"),
    chars: sum("chars"),
    tokens: addTokens(totals.tokens, tokensOfEvent(event.tokens)),
  };
}
