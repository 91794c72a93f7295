import OpenAI from "openai";
import type { CreateResponse } from "./agent.ts";

/** Asks once: a retry that nobody sees would be a hole in the story. Whatever fails is one sentence. */
export function openaiResponses(client: OpenAI): CreateResponse {
  return async (request) => {
    const asked = client.responses.create(request, { maxRetries: 0 });
    return asked.catch((error: unknown) => {
      throw new Error(explain(error, client.baseURL), { cause: error });
    });
  };
}

function explain(error: unknown, url: string): string {
  if (error instanceof OpenAI.APIConnectionError) {
    return `No answer from ${url}. Is the address right, and the server running?`;
  }
  if (error instanceof OpenAI.APIError && error.error) return error.message;
  return `No whole response came from ${url}. Is it the address of an OpenAI-compatible API?`;
}
