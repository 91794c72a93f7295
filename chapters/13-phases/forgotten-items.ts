import type { Responses } from "openai/resources";
import type { CreateResponse } from "./agent.ts";
import { portable } from "./conversation.ts";

type Items = Responses.ResponseInputItem[];

/**
 * The same way to a server that may no longer know what was thought: another account, or too long ago. Where it says so, all
 * is sent once more as to another server, without the ids and the reasoning, and so are these items from then on.
 */
export function withoutForgotten(createResponse: CreateResponse): CreateResponse {
  const forgotten = new WeakSet<Items[number]>();
  return async (request, turn) => {
    const input = request.input as Items;
    const known = (item: Items[number]) => (forgotten.has(item) ? portable(item) : [item]);
    const ask = () => createResponse({ ...request, input: input.flatMap(known) }, turn);
    return ask().catch((error: unknown) => {
      if (!isForgotten(error, input.flatMap(known))) throw error;
      for (const item of input) forgotten.add(item);
      return ask();
    });
  };
}

/** The API says it with a 404. Of other items it keeps nothing that it would miss. */
function isForgotten(error: unknown, sent: Items): boolean {
  const { status } = Object((error as Error).cause);
  return status === 404 && sent.some(({ type }) => type === "reasoning");
}
