const FRAME_MS = 33;

/**
 * A throttle: however often a frame is asked for, one is drawn every 33 ms at most. The first does not wait, and
 * what was asked for last is always drawn.
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
        nextAt = performance.now() + FRAME_MS;
        draw();
      },
      Math.max(0, nextAt - performance.now()),
    );
  };
}
