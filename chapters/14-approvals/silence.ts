/** Longer than this a timer can't wait; then there is no limit. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export class SilenceError extends Error {
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`Nothing came for ${limitMs / 1000} s.`);
    this.limitMs = limitMs;
  }
}

/**
 * The same events. Throws a SilenceError when the next one does not come within as many milliseconds as `limitMs` says
 * by then, whatever the source does: a read that never ends is nobody's answer. An aborted signal ends it in the same way.
 */
export async function* endAtSilence<Event>(
  events: AsyncIterable<Event>,
  limitMs: () => number,
  signal?: AbortSignal,
): AsyncGenerator<Event> {
  const source = events[Symbol.asyncIterator]();
  let giveUp: (error: Error) => void = () => {};
  const watch = watchdog((error) => giveUp(error));
  const leave = () => giveUp(signal?.reason);
  signal?.addEventListener("abort", leave);
  try {
    for (;;) {
      signal?.throwIfAborted();
      watch.expect(limitMs());
      const next = await new Promise<IteratorResult<Event>>((resolve, reject) => {
        giveUp = reject;
        source.next().then(resolve, reject);
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    watch.end();
    signal?.removeEventListener("abort", leave);
  }
}

/** One timer for thousands of events: to wind it up again costs less than a new one. */
function watchdog(bark: (error: SilenceError) => void): { expect(ms: number): void; end(): void } {
  let timer: NodeJS.Timeout | undefined;
  let limitMs = 0;
  return {
    expect(ms) {
      if (timer && ms === limitMs) {
        timer.refresh();
        return;
      }
      clearTimeout(timer);
      limitMs = ms;
      timer = ms > LONGEST_TIMER_MS ? undefined : setTimeout(() => bark(new SilenceError(ms)), ms);
    },
    end: () => clearTimeout(timer),
  };
}
