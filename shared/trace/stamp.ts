import { randomUUID } from "node:crypto";
import type { EventHeader, SessionEvent, SessionEventBody } from "../events.ts";

/** Where time and names come from. Tests give their own. */
export type Clock = {
  now(): Date;
  newId(): string;
};

export const systemClock: Clock = { now: () => new Date(), newId: () => randomUUID() };

/** The same in every run: one millisecond from reading to reading, ids counted from 1. */
export function countingClock(start = "2026-01-01T00:00:00.000Z"): Clock {
  let milliseconds = Date.parse(start);
  let ids = 0;
  return { now: () => new Date(milliseconds++), newId: () => `id_${++ids}` };
}

/** Gives what was seen from outside the header that a session would have given it. */
export function createStamp(clock: Clock): (body: SessionEventBody) => SessionEvent {
  const sessionId = clock.newId();
  let turnId = "";
  let sequence = 0;
  return (body) => {
    if (body.type === "turn.started") turnId = clock.newId();
    const header: EventHeader = {
      sessionId,
      turnId,
      sequence: ++sequence,
      at: clock.now().toISOString(),
    };
    return { ...body, ...header };
  };
}
