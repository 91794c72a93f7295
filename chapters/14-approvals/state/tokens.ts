import type { SessionEvent, Tokens } from "../../../shared/events.ts";
import { countOrNothing } from "./count-or-nothing.ts";

type Usage = Extract<SessionEvent, { type: "model.responded" }>["usage"];

export const noTokens: Tokens = { unknown: 0 };

/** Undefined for a response that says nothing. Servers leave out the details, or all of it. */
export function tokensOfUsage(usage: Usage | null): Tokens | undefined {
  const input = countOrNothing(usage?.input_tokens);
  const output = countOrNothing(usage?.output_tokens);
  if (input === undefined || output === undefined) return undefined;
  return {
    input,
    cached: countOrNothing(usage?.input_tokens_details?.cached_tokens),
    output,
    reasoning: countOrNothing(usage?.output_tokens_details?.reasoning_tokens),
    total: countOrNothing(usage?.total_tokens) ?? input + output,
    unknown: 0,
  };
}

export function addTokens(one: Tokens, other: Tokens): Tokens {
  return {
    input: add(one.input, other.input),
    cached: add(one.cached, other.cached),
    output: add(one.output, other.output),
    reasoning: add(one.reasoning, other.reasoning),
    total: add(one.total, other.total),
    unknown: one.unknown + other.unknown,
  };
}

/** Of one that may come from a log, and hold anything. */
export function tokensOfEvent(value: unknown): Tokens {
  const { input, cached, output, reasoning, total, unknown } = Object(value);
  return {
    input: countOrNothing(input),
    cached: countOrNothing(cached),
    output: countOrNothing(output),
    reasoning: countOrNothing(reasoning),
    total: countOrNothing(total),
    unknown: countOrNothing(unknown) ?? 0,
  };
}

/** By 1 for a request, by -1 when its response says what it used. */
export function addUnknown(tokens: Tokens, by: number): Tokens {
  return { ...tokens, unknown: Math.max(0, tokens.unknown + by) };
}

function add(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined ? other : one + (other ?? 0);
}
