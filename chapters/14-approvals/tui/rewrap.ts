import { newestFirst } from "../state/transcript-items.ts";
import type { Gaze } from "./scroll.ts";
import type { LinesOf } from "./viewport.ts";

/** In a window of another width the same item is at the lower edge, and as much of it is below. */
export function rewrap(gaze: Gaze, before: LinesOf, after: LinesOf): Gaze | undefined {
  let below = gaze.up;
  let up = 0;
  for (const item of newestFirst(gaze.transcript)) {
    const [lines, wrapped] = [before(item).length, after(item).length];
    if (below < lines) return at(gaze, up + Math.round((wrapped * below) / lines));
    below -= lines;
    up += wrapped;
  }
  return at(gaze, up);
}

/** At the end there is no gaze. */
function at(gaze: Gaze, up: number): Gaze | undefined {
  return up > 0 ? { ...gaze, up } : undefined;
}
