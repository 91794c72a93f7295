import { tellEvents } from "./tell-events.ts";

/** One half of an HTTP exchange, as the client sees it. Headers are left out: one of them is the key. */
export type WireEntry =
  | { wire: "request"; method: string; url: string; body: unknown }
  | { wire: "response"; status: number; body: unknown }
  /** Instead of a body, the events that follow. */
  | { wire: "stream"; status: number }
  | { wire: "event"; data: unknown }
  | { wire: "no response"; reason: string }
  /** A stream broke off. */
  | { wire: "lost"; reason: string };

/** A fetch that tells what goes over the wire and changes nothing. Bodies are parsed where they are JSON. */
export function watchFetch(tell: (entry: WireEntry) => void): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    tell({ wire: "request", method: init?.method ?? "GET", url, body: parsed(init?.body) });
    const response = await fetch(input, init).catch((error: unknown) => {
      tell({ wire: "no response", reason: rootReason(error) });
      throw error;
    });
    if (response.body && isStream(response, init?.body)) {
      tell({ wire: "stream", status: response.status });
      const body = tellEvents(response.body, {
        event: (data) => tell({ wire: "event", data }),
        lost: (error) => tell({ wire: "lost", reason: rootReason(error) }),
      });
      return new Response(body, response);
    }
    try {
      tell({
        wire: "response",
        status: response.status,
        body: parsed(await response.clone().text()),
      });
    } catch (error) {
      tell({ wire: "no response", reason: rootReason(error) });
    }
    return response;
  };
}

/** Some servers call a stream plain text: what was asked for counts, where the answer is nothing else. */
function isStream({ ok, headers }: Response, asked: unknown): boolean {
  const isAsked = Object(parsed(asked)).stream === true;
  return ok && isAsked && !/json|html/i.test(headers.get("content-type") ?? "");
}

function parsed(body: unknown): unknown {
  if (typeof body !== "string") return body ?? undefined;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** fetch says "fetch failed" and hides why in the cause of the cause. */
function rootReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause ? rootReason(error.cause) : error.message;
}
