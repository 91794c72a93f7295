import { describe, expect, it } from "vitest";
import { trace } from "../support/trace.ts";
import { metricsIn, payload, tokensOnWire } from "./measured.ts";

/** With a clock that goes on by a millisecond for each event. */
describe.concurrent("the costs of a turn that takes its time", () => {
  const costs: Record<string, object> = {
    // what it prints are two events, and the tool looks at the clock twice itself
    "run-command": { timeMs: 23, firstMs: 3, requests: 2, toolCalls: 1, toolMs: 5, chars: 41 },
    // each attempt is a request
    "rate-limited": { timeMs: 9, firstMs: 4, requests: 2, toolCalls: 0, toolMs: 0, chars: 12 },
  };

  it.each(Object.entries(costs))("are those of all its steps: %s", async (name, expected) => {
    const { events, wire } = await trace("11-metrics", name, undefined, {
      retries: { firstDelayMs: 1 },
    });
    expect(payload(metricsIn(events))).toEqual({
      ...{ type: "turn.metrics", status: "ok", ...expected },
      tokens: tokensOnWire(wire),
    });
  });
});
