import type OpenAI from "openai";
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
  return async (request, turn) => {
    const pieces = tellPieces(turn);
    try {
      return usable(await readResponse(streamEvents(client, request, idleMs), pieces));
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
  const items: Responses.ResponseOutputItem[] = [];
  for await (const event of events) {
    switch (event.type) {
      case "response.reasoning_text.delta":
        pieces.think(event.delta, `${event.item_id} ${event.content_index}`);
        break;
      case "response.reasoning_summary_text.delta":
        pieces.think(event.delta, `${event.item_id} ${event.summary_index}`);
        break;
      case "response.output_text.delta":
      case "response.refusal.delta":
        pieces.write(event.delta, event.item_id);
        break;
      case "response.output_item.done":
        if (event.item) items[event.output_index ?? items.length] = event.item;
        break;
      case "error":
        throw new Error(event.message || "The server reported an error and gave no reason.");
      case "response.completed":
      case "response.incomplete":
      case "response.failed":
        return withItems(event, items);
    }
  }
  throw new Error("The response ended in the middle: the server closed the stream too early.");
}

type FinalEvent =
  | Responses.ResponseCompletedEvent
  | Responses.ResponseIncompleteEvent
  | Responses.ResponseFailedEvent;

/**
 * A final event may come without its output, as from an empty-final-output in the rehearsal: then the items that were
 * done are the output. How the response ended, the name of the event says.
 */
function withItems(
  { type, response }: FinalEvent,
  items: Responses.ResponseOutputItem[],
): Responses.Response {
  const status = type.replace("response.", "") as Responses.ResponseStatus;
  const output = response?.output?.length ? response.output : Object.values(items);
  return { ...response, status, output };
}
