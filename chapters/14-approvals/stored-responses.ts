import { isDeepStrictEqual } from "node:util";
import type { Responses } from "openai/resources";
import type { CreateResponse } from "./agent.ts";

type Items = Responses.ResponseInputItem[];

/**
 * The same way to a server that remembers: only what is new is sent, with the id of the response that it follows. Where the
 * conversation does not go on from there, or the server does not take it, because it has forgotten or remembers something
 * else, all of it is sent.
 */
export function storedResponses(createResponse: CreateResponse): CreateResponse {
  let known: { id: string; items: Items } | undefined;
  return async (request, turn) => {
    const input = request.input as Items;
    const rest = known && continues(input, known.items);
    const ask = (body: typeof request) => createResponse({ ...body, store: true }, turn);
    const short = { ...request, input: rest, previous_response_id: known?.id };
    const response =
      rest === undefined
        ? await ask(request)
        : await ask(short).catch((error: unknown) => {
            if (!isRefused(error)) throw error;
            return ask(request);
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

function isRefused(error: unknown): boolean {
  const { status } = Object((error as Error).cause);
  return status === 400 || status === 404;
}
