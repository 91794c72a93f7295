/** What is different in each run, as it stands in a recording. */
const serverTime = Date.parse("2026-01-01T00:00:00.000Z") / 1000;
const durationMs = 700;

/**
 * The same for the same turn: without the folder and the port of this run, with one time of the server, and one for
 * every command.
 */
export function stable<Value>(value: Value, workspaceRoots: string[]): Value {
  const text = JSON.stringify(value, (key, each) => {
    if (typeof each === "number") {
      if (/^(created|created_at|completed_at)$/.test(key)) return serverTime;
      if (key === "durationMs") return durationMs;
    }
    if (typeof each !== "string") return each;
    const named = workspaceRoots.reduce((said, root) => said.replaceAll(root, "workspace"), each);
    return named.replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT");
  });
  return JSON.parse(text);
}
