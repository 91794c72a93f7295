/** Runs without the rights of root, who may read everything. For anybody else it changes nothing. */
export async function asNobody<Result>(run: () => Promise<Result>): Promise<Result> {
  if (process.geteuid?.() !== 0) return run();
  process.seteuid?.(65534);
  try {
    return await run();
  } finally {
    process.seteuid?.(0);
  }
}
