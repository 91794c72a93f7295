import type { CreateResponse } from "./agent.ts";
import { chatResponses, chatWire } from "./chat-wire.ts";
import { withoutForgotten } from "./forgotten-items.ts";
import { openaiResponses } from "./openai.ts";
import { openaiStream } from "./openai-stream.ts";
import { clientOf, findProvider, hideKey, type Provider } from "./providers.ts";
import type { Preferences } from "./session-host.ts";
import { storedResponses } from "./stored-responses.ts";

/** The way to a provider, by its name. Throws one line when there is none, or its key is missing. */
export type WayTo = (provider: string) => CreateResponse;

/** Each way is made once: one that is stored knows what its server remembers. */
export function openWays(providers: Provider[], preferences: Preferences): WayTo {
  const made = new Map<string, CreateResponse>();
  return (name) => {
    const way = made.get(name) ?? openWay(findProvider(name, providers), preferences);
    made.set(name, way);
    return way;
  };
}

function openWay(provider: Provider, preferences: Preferences): CreateResponse {
  const client = clientOf(provider);
  const isChat = provider.wire === "chat";
  const streamed = isChat ? chatWire(client) : openaiStream(client);
  const whole = isChat ? chatResponses(client) : openaiResponses(client);
  const chosen: CreateResponse = (request, turn) =>
    (preferences.stream ? streamed : whole)(request, turn);
  // the other wire sends no reasoning by its id
  const known = isChat ? chosen : withoutForgotten(chosen);
  const stored = provider.stored ? storedResponses(known) : known;
  return withoutKey(stored, provider);
}

/** Neither shown nor kept, whatever a server says about it. */
function withoutKey(createResponse: CreateResponse, provider: Provider): CreateResponse {
  return async (request, turn) => {
    try {
      return await createResponse(request, turn);
    } catch (error) {
      if (error instanceof Error) error.message = hideKey(error.message, provider);
      throw error;
    }
  };
}

/** The way to whichever provider the session goes by. */
export function providerResponses(wayTo: WayTo, provider: () => string): CreateResponse {
  return async (request, turn) => wayTo(provider())(request, turn);
}
