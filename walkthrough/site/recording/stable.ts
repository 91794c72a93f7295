/** What is different in each run, as it stands in a recording. */
const created = Date.parse("2026-01-01T00:00:00.000Z") / 1000;
const durationMs = 700;

/**
 * The same for the same turn: without the folder and the port of this run, without the time of the server, and with
 * one time for every command.
 */
export function stable<Value>(value: Value, workspaceRoots: string[]): Value {
  const text = JSON.stringify(value, (key, each) => {
    if (typeof each === "number") {
      if (key === "created_at" || key === "created") return created;
      if (key === "durationMs") return durationMs;
    }
    if (typeof each !== "string") return each;
    const named = workspaceRoots.reduce((said, root) => said.replaceAll(root, "workspace"), each);
    return named.replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT");
  });
  return JSON.parse(text);
}
