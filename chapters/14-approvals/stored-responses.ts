import { isDeepStrictEqual } from "node:util";
import type { Responses } from "openai/resources";
import type { CreateResponse } from "./agent.ts";
import { portable } from "./conversation.ts";

type Items = Responses.ResponseInputItem[];

/**
 * The same way to a server that remembers: only what is new is sent, with the id of the response that it follows. Where the
 * conversation does not go on from there, all of it is sent. Where the server no longer knows that response, all is sent as
 * to another server: without the ids and the reasoning, which it has forgotten too.
 */
export function storedResponses(createResponse: CreateResponse): CreateResponse {
  let known: { id: string; items: Items } | undefined;
  return async (request, turn) => {
    const input = request.input as Items;
    const rest = known && continues(input, known.items);
    const ask = (body: typeof request) => createResponse({ ...body, store: true }, turn);
    const short = { ...request, input: rest, previous_response_id: known?.id };
    const response = await ask(rest ? short : request).catch((error: unknown) => {
      if (!rest || !isForgotten(error)) throw error;
      return ask({ ...request, input: input.flatMap(portable) });
    });
    known = { id: response.id, items: [...input, ...(response.output as Items)] };
    return response;
  };
}

/** What stands behind the items that are known; undefined where they are not how it begins. */
function continues(input: Items, known: Items): Items | undefined {
  if (!isDeepStrictEqual(input.slice(0, known.length), known)) return undefined;
  return input.slice(known.length);
}

/** The API answers the id of a response that it does not know with a 400, others with a 404. */
function isForgotten(error: unknown): boolean {
  const { status } = Object((error as Error).cause);
  return status === 400 || status === 404;
}
