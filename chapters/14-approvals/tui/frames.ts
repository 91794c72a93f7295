const FRAME_MS = 33;
const LONGEST_REST_MS = 100;

/**
 * A throttle: however often a frame is asked for, one is drawn every 33 ms at most, and one that took long is followed by
 * a rest four times as long, of 100 ms at most. The first does not wait, and what was asked for last is always drawn.
 */
export function inFrames(draw: () => void): () => void {
  let isWaiting = false;
  let nextAt = 0;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(
      () => {
        isWaiting = false;
        const startedAt = performance.now();
        draw();
        const tookMs = performance.now() - startedAt;
        const restMs = Math.min(4 * tookMs, LONGEST_REST_MS);
        nextAt = startedAt + Math.max(FRAME_MS, tookMs + restMs);
      },
      Math.max(0, nextAt - performance.now()),
    );
  };
}
