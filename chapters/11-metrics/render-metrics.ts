import type { Costs, SessionEvent, Tokens } from "../../shared/events.ts";

type TurnMetrics = Extract<SessionEvent, { type: "turn.metrics" }>;

/** One line: times in milliseconds, tokens as input/cached/output/reasoning/total. What is not known is "?". */
export function renderMetrics(metrics: TurnMetrics): string {
  const { status, timeMs, firstMs, requests, toolCalls, toolMs, chars, tokens } = metrics;
  const first = firstMs === undefined ? "?" : `${firstMs}ms`;
  return `status=${status} time=${timeMs}ms first=${first} requests=${requests} tools=${toolCalls} in-tools=${toolMs}ms chars=${chars} tokens=${renderTokens(tokens)}`;
}

function renderTokens(tokens: Tokens): string {
  const { input, cached, output, reasoning, total } = tokens;
  return [input, cached, output, reasoning, total].map((count) => known(count, tokens)).join("/");
}

/** "12+?" where a part is not known. */
function known(count: number | undefined, { unknown }: Tokens): string {
  if (count === undefined) return "?";
  return unknown > 0 ? `${count}+?` : String(count);
}

/** Of a whole session, for a status line. */
export function renderTotals({ turns, tokens }: { turns: number } & Costs): string {
  return `${turns} ${turns === 1 ? "turn" : "turns"}, ${known(tokens.total, tokens)} tokens`;
}
