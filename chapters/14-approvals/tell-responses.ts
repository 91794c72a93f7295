import type { CreateResponse } from "./agent.ts";

/** The same way to the model, and each response that came is an event: the session keeps what the model has to hear again. */
export function tellResponses(createResponse: CreateResponse): CreateResponse {
  return async (request, turn) => {
    const response = await createResponse(request, turn);
    const { id, output, usage } = response;
    turn?.emit({ type: "model.responded", items: output, usage, responseId: id });
    return response;
  };
}
