/** Waits, and does nothing else, until this process owns the lock file. Returns what releases it. */
export function takeLock(path: string, onWait: (owner: number | string) => void): () => void;

/** Whether there is a process with this number. */
export function isRunning(pid: number): boolean;
