import OpenAI from "openai";
import type { Responses } from "openai/resources";
import type { CreateResponse } from "./agent.ts";
import { usable } from "./openai.ts";
import { streamEvents } from "./stream-events.ts";
import { type Pieces, tellPieces } from "./tell-pieces.ts";

/**
 * Gives the same whole response as openai.ts, and tells its pieces on the way. Throws a sentence when there is none, after
 * `assistant.interrupted` with the text that was there. `idleMs`: how long the model may stop between two pieces, in
 * milliseconds.
 */
export function openaiStream(client: OpenAI, idleMs = 60_000): CreateResponse {
  return fromEvents((request, signal) => streamEvents(client, request, { idleMs, signal }));
}

export type OpenEvents = (
  request: Responses.ResponseCreateParamsNonStreaming,
  signal?: AbortSignal,
) => AsyncIterable<Responses.ResponseStreamEvent>;

/** The same from events of this wire, wherever they come from. */
export function fromEvents(open: OpenEvents): CreateResponse {
  return async (request, turn) => {
    const pieces = tellPieces(turn);
    try {
      return usable(await readResponse(open(request, turn?.signal), pieces));
    } catch (error) {
      const text = pieces.text();
      if (text) turn?.emit({ type: "assistant.interrupted", text });
      throw error;
    }
  };
}

/** Only the final event makes a response. A stream that just ends, or says that it failed, has none. */
async function readResponse(
  events: AsyncIterable<Responses.ResponseStreamEvent>,
  pieces: Pieces,
): Promise<Responses.Response> {
  const done = new Map<unknown, Responses.ResponseOutputItemDoneEvent>();
  for await (const event of events) {
    switch (event.type) {
      case "response.reasoning_text.delta":
        pieces.think(event.delta, `${event.output_index} ${event.content_index}`);
        break;
      case "response.reasoning_summary_text.delta":
        pieces.think(event.delta, `${event.output_index} ${event.summary_index}`);
        break;
      case "response.output_text.delta":
      case "response.refusal.delta":
        pieces.write(event.delta, event.output_index ?? event.item_id);
        break;
      case "response.output_item.done":
        done.set(event.item?.id ?? event.output_index ?? done.size, event);
        break;
      case "error":
        throw new Error(describe(event), { cause: event });
      case "response.completed":
      case "response.incomplete":
      case "response.failed":
        return withItems(event, [...done.values()]);
    }
  }
  throw new Error("The response ended in the middle: the server closed the stream too early.", {
    // nothing was thrown, and still it is a lost connection
    cause: new OpenAI.APIConnectionError({ message: "closed" }),
  });
}

type FinalEvent =
  | Responses.ResponseCompletedEvent
  | Responses.ResponseIncompleteEvent
  | Responses.ResponseFailedEvent;

/**
 * Some servers leave the output of the final event empty: then the items that were done are the output. How the response
 * ended, the name of the event says.
 */
function withItems(
  { type, response }: FinalEvent,
  done: Responses.ResponseOutputItemDoneEvent[],
): Responses.Response {
  const status = type.replace("response.", "") as Responses.ResponseStatus;
  const isFilled = Array.isArray(response?.output) && response.output.length > 0;
  const inOrder = done.sort((one, other) => one.output_index - other.output_index);
  const output = isFilled ? response.output : inOrder.map(({ item }) => item);
  return { ...response, status, output };
}

/** An error that the server reports, as a sentence. */
export function describe({ message, code }: { message?: unknown; code?: unknown }): string {
  if (typeof message === "string" && message.trim()) return message;
  return `The server reported an error and gave no reason${code ? ` (${code})` : ""}.`;
}
