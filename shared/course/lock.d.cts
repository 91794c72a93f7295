/** Waits, and does nothing else, until this process owns the lock file. Returns what releases it. */
export function takeLock(path: string, onWait: (owner: number | string) => void): () => void;
