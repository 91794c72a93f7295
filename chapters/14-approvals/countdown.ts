import type { Status } from "./state/tui-state.ts";

/** How many seconds of a wait are left; 0 when it is over, and for what does not wait. */
export function secondsLeft({ until = 0 }: Status, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1000));
}

/** No event tells of a second that has passed: while a status waits, the screen is drawn again by the clock. */
export function countdown(redraw: () => void): (status: Status) => void {
  let timer: NodeJS.Timeout | undefined;
  return ({ turn }) => {
    clearInterval(timer);
    if (turn === "waiting") timer = setInterval(redraw, 1000);
  };
}
