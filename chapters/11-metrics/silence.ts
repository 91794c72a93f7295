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
  for (;;) {
    signal?.throwIfAborted();
    const next = await within(limitMs(), source.next(), signal);
    if (next.done) return;
    yield next.value;
  }
}

async function within<Value>(
  limitMs: number,
  value: Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  let leave = () => {};
  const end = new Promise<never>((_, reject) => {
    if (limitMs <= LONGEST_TIMER_MS) {
      timer = setTimeout(() => reject(new SilenceError(limitMs)), limitMs);
    }
    leave = () => reject(signal?.reason);
    signal?.addEventListener("abort", leave);
  });
  try {
    return await Promise.race([value, end]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", leave);
  }
}
