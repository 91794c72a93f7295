import type { ServerResponse } from "node:http";

/** Aborted when the response was sent, or the client left. */
export function untilClosed(response: ServerResponse): AbortSignal {
  if (response.destroyed) return AbortSignal.abort();
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  return closed.signal;
}
