import type { Turn } from "./agent.ts";

/** A turn for one attempt: `heard` says whether anything came of it, and `hangUp` lets no more through. */
export const overhear = (turn: Turn | undefined) => {
  const line = { used: false, closed: false };
  const emit: Turn["emit"] = (event) => {
    if (line.closed) return;
    line.used = true;
    turn?.emit(event);
  };
  return {
    turn: { ...turn, emit },
    heard: () => line.used,
    hangUp: () => {
      line.closed = true;
    },
  };
};
