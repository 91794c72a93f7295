import type { SessionEvent, SessionEventBody } from "../../shared/events.ts";
import { between, type Measured, reduceMetrics } from "./metrics.ts";

const statuses = {
  "turn.completed": "ok",
  "turn.failed": "failed",
  "turn.cancelled": "cancelled",
} as const;

/** What stands before an ending. */
export function metricsOf(
  { sums, moments }: Measured,
  ending: { type: keyof typeof statuses },
  endedAt: number,
): SessionEventBody {
  const { start, first, attempt } = moments;
  // the attempt that a cancelled wait was for was never sent
  const isUnsent = ending.type === "turn.cancelled" && endedAt < attempt;
  return {
    type: "turn.metrics",
    status: statuses[ending.type],
    timeMs: between(start, endedAt),
    ...(first !== undefined && { firstMs: between(start, first) }),
    ...sums,
    requests: sums.requests - (isUnsent ? 1 : 0),
  };
}

/**
 * Of a turn that died with its program, and of the events that end it. When that was, nobody knows: its last event is the
 * end. A log has no pieces, and so no first one.
 */
export function metricsOfUnfinished(
  measured: Measured,
  endings: SessionEventBody[],
): SessionEventBody {
  const { last } = measured.moments;
  const at = new Date(last).toISOString();
  const whole = endings.reduce(
    (sum, body) => reduceMetrics(sum, { ...body, at } as SessionEvent),
    measured,
  );
  const { first, ...moments } = whole.moments;
  return metricsOf({ ...whole, moments }, { type: "turn.failed" }, last);
}
