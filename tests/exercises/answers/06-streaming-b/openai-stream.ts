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
  return async function askInPieces(request, turn) {
    const pieces = tellPieces(turn);
    try {
      const events = streamEvents(client, request, idleMs);
      const response = await readResponse(events, pieces);
      return usable(response);
    } catch (error) {
      const left = pieces.text();
      if (left !== "") turn?.emit({ type: "assistant.interrupted", text: left });
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
      case "response.output_text.delta":
      case "response.refusal.delta":
        pieces.write(event.delta, event.output_index);
        break;
      case "response.reasoning_text.delta":
        pieces.think(event.delta, `text ${event.output_index}/${event.content_index}`);
        break;
      case "response.reasoning_summary_text.delta":
        pieces.think(event.delta, `summary ${event.output_index}/${event.summary_index}`);
        break;
      case "response.output_item.done": {
        // no id, no index: nothing to know it by, so it is kept as one of its own
        const key = event.item?.id ?? event.output_index ?? Symbol();
        done.set(key, event);
        break;
      }
      case "error":
        throw new Error(describe(event));
      case "response.completed":
      case "response.incomplete":
      case "response.failed":
        return withItems(event, [...done.values()]);
    }
  }
  throw new Error("Stream over, no final event: response incomplete.");
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

function describe({ message, code }: Responses.ResponseErrorEvent): string {
  if (typeof message === "string" && message.trim()) return message;
  return `The server reported an error and gave no reason${code ? ` (${code})` : ""}.`;
}
