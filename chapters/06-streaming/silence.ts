/** `signal` is aborted, with a sentence as its reason, when `wait` is not called again within the time that it was given. */
export type Silence = {
  signal: AbortSignal;
  /** In milliseconds, from now. */
  wait(limitMs: number): void;
  stop(): void;
};

export function watchSilence(url: string): Silence {
  const watch = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  return {
    signal: watch.signal,
    wait(limitMs) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const silence = `Nothing more came from ${url} for ${limitMs / 1000} s`;
        watch.abort(new Error(`${silence}: the response was given up.`));
      }, limitMs);
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
