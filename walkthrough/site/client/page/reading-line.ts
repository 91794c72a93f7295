/** Calls back when the reader has moved, at most once a frame. */
export function whileReading(look: () => void): void {
  let waiting = false;
  const ask = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      look();
    });
  };
  addEventListener("scroll", ask, { passive: true });
  addEventListener("resize", ask, { passive: true });
  ask();
}

/** The last of the elements, in the order of the page, that the reader's eye has passed. */
export function lastPassed<Place extends Element>(places: readonly Place[]): Place | undefined {
  const line = innerHeight * 0.4;
  return places.findLast((place) => {
    const { top, height } = place.getBoundingClientRect();
    return height > 0 && top <= line;
  });
}
