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
 * by then, whatever the source does: a read that never ends is nobody's answer.
 */
export async function* endAtSilence<Event>(
  events: AsyncIterable<Event>,
  limitMs: () => number,
): AsyncGenerator<Event> {
  const source = events[Symbol.asyncIterator]();
  for (;;) {
    const next = await within(limitMs(), source.next());
    if (next.done) return;
    yield next.value;
  }
}

async function within<Value>(limitMs: number, value: Promise<Value>): Promise<Value> {
  if (limitMs > LONGEST_TIMER_MS) return value;
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SilenceError(limitMs)), limitMs);
  });
  try {
    return await Promise.race([value, silence]);
  } finally {
    clearTimeout(timer);
  }
}
