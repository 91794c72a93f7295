import type { WireEntry } from "../../../../shared/trace/wire.ts";
import type { Recording } from "../../recording/recording.ts";

type Recorded = Pick<Recording, "steps" | "wire">;

/** What went over the wire between the event before and this one. Events count from 0. */
export function arrivedBefore({ steps, wire }: Recorded, index: number): WireEntry[] {
  return wire.slice(steps[index - 1]?.wire ?? 0, steps[index]?.wire ?? 0);
}

/** What still came behind the last event; nothing for any other. */
export function arrivedAfter({ steps, wire }: Recorded, index: number): WireEntry[] {
  return index === steps.length - 1 ? wire.slice(steps[index]?.wire ?? 0) : [];
}

/** The newest entry that an event before this one had seen, and the first event behind it. */
export function lastArrival(
  recorded: Recorded,
  index: number,
): { step: number; entry: WireEntry } | undefined {
  for (let step = index; step >= 0; step--) {
    const entry = arrivedBefore(recorded, step).at(-1);
    if (entry) return { step, entry };
  }
  return undefined;
}

/** The request that an event announces: what went out next, if that is one. */
export function nextRequest({ steps, wire }: Recorded, index: number): WireEntry | undefined {
  const next = wire[steps[index]?.wire ?? wire.length];
  return next?.wire === "request" ? next : undefined;
}
