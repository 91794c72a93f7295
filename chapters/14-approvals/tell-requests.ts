import type { CreateResponse } from "./agent.ts";

/** The same way to the model, and each request is an event, before its first attempt. */
export function tellRequests(createResponse: CreateResponse): CreateResponse {
  return (request, turn) => {
    turn?.emit({ type: "model.requested", model: String(request.model) });
    return createResponse(request, turn);
  };
}
