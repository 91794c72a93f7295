import type { SessionEvent, Tokens } from "../../../shared/events.ts";

type Usage = Extract<SessionEvent, { type: "model.responded" }>["usage"];

export const noTokens: Tokens = { unknown: 0 };

/** Undefined for a response that says nothing. Servers leave out the details, or all of it. */
export function tokensOf(usage: Usage | null): Tokens | undefined {
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

/** Of an event: a log may hold anything. */
export function tokensIn(value: unknown): Tokens {
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

function add(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined ? other : one + (other ?? 0);
}

export function countOrNothing(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
