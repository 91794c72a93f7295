import type { Costs, SessionEvent, Tokens } from "../../shared/events.ts";
import { countOrNothing } from "./state/count-or-nothing.ts";
import { tokensOfEvent } from "./state/tokens.ts";

type TurnMetrics = Extract<SessionEvent, { type: "turn.metrics" }>;

const statuses: unknown[] = ["ok", "failed", "cancelled"];

/** One line: times in milliseconds, tokens as input/cached/output/reasoning/total. What is not known is "?". */
export function renderMetrics(metrics: TurnMetrics): string {
  const { status, timeMs, firstMs, requests, toolCalls, toolMs, chars, tokens } = metrics;
  return [
    `status=${statuses.includes(status) ? status : "?"}`,
    `time=${orUnknown(timeMs, "ms")}`,
    `first=${orUnknown(firstMs, "ms")}`,
    `requests=${orUnknown(requests)}`,
    `tools=${orUnknown(toolCalls)}`,
    `in-tools=${orUnknown(toolMs, "ms")}`,
    `chars=${orUnknown(chars)}`,
    `tokens=${renderTokens(tokensOfEvent(tokens))}`,
  ].join(" ");
}

/** The event may be one of a log. */
function orUnknown(count: unknown, unit = ""): string {
  const known = countOrNothing(count);
  return known === undefined ? "?" : `${known}${unit}`;
}

function renderTokens(tokens: Tokens): string {
  const { input, cached, output, reasoning, total } = tokens;
  return [input, cached, output, reasoning, total]
    .map((count) => withUnknown(count, tokens))
    .join("/");
}

/** "12+?" where a part is not known. */
function withUnknown(count: number | undefined, { unknown }: Tokens): string {
  if (count === undefined) return "?";
  return unknown > 0 ? `${count}+?` : String(count);
}

/** Of a whole session, for a status line. */
export function renderTotals({ turns, tokens }: { turns: number } & Costs): string {
  return `${turns} ${turns === 1 ? "turn" : "turns"}, ${withUnknown(tokens.total, tokens)} tokens`;
}
