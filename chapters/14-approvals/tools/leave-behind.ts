/** Longer than a command takes that has to be killed, also on a busy machine. */
const GRACE_MS = 5000;

/**
 * What a tool resolves with. When the turn is cancelled, a tool ends itself. One that has not ended 5 s later is left
 * behind: what it still does belongs to no turn.
 */
export async function orLeaveBehind<Value>(
  work: Value | Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  let wait = () => {};
  const left = new Promise<never>((_, reject) => {
    const error = new Error(
      "The user cancelled the turn, and the call did not end: it may still work.",
    );
    wait = () => {
      timer = setTimeout(reject, GRACE_MS, error);
    };
    // whoever heard a tool begin may have cancelled before it gave its promise
    if (signal?.aborted) wait();
    signal?.addEventListener("abort", wait);
  });
  try {
    return await Promise.race([work, left]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", wait);
  }
}
