import type { StreamPlan } from "./plan-stream.ts";
import type { Refusal } from "./refusal.ts";
import type { Fault } from "./scenario.ts";

/** What the server is about to send. */
export type Answer = {
  status: number;
  body: unknown;
  /** Sent instead of the body. */
  stream?: StreamPlan;
  headers?: Record<string, string>;
  /** How many items the request carried. */
  itemsIn?: number;
  /** What happens to it on the way. */
  fault?: Fault;
  /** Milliseconds before the first byte. */
  delayMs?: number;
  /** Milliseconds before each delta of a stream. */
  paceMs?: number;
};

export function answerRefusal({ status, error, headers }: Refusal): Answer {
  return { status, body: { error }, headers };
}
