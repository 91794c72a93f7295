import OpenAI from "openai";
import type { Responses } from "openai/resources";
import type { CreateResponse } from "./agent.ts";
import { answerable, mended, messageText } from "./response-items.ts";

/** Asks once: a retry that nobody sees would be a hole in the story. Whatever fails is one sentence. */
export function openaiResponses(client: OpenAI): CreateResponse {
  return async (request, turn) => {
    // a signal of its own: the client leaves a listener on it, and a turn may have many requests
    const signal = turn?.signal && AbortSignal.any([turn.signal]);
    const options = { maxRetries: 0, signal };
    const asked = client.responses.create(mended(request), options);
    const response = await asked.catch((error: unknown) => {
      throw new Error(explain(error, client.baseURL), { cause: error });
    });
    return usable(response);
  };
}

/** The API's own errors carry a message. A web page, or half an answer, comes from something else. */
export function explain(error: unknown, url: string): string {
  if (error instanceof OpenAI.APIConnectionError) {
    return `No answer from ${url}. Check the address, the server and your connection.`;
  }
  if (error instanceof OpenAI.APIError && error.error) return error.message;
  return `No whole response came from ${url}. Is it the address of an OpenAI-compatible API?`;
}

/** Throws for a response that leaves nothing to do, before any of it enters the history. */
export function usable(response: Responses.Response): Responses.Response {
  const { status, error, incomplete_details } = response;
  const output = answerable(Array.isArray(response.output) ? response.output : []);
  const text = output.map(messageText).join("");
  const called = output.some((item) => item.type === "function_call");
  if (error || (status && status !== "completed" && status !== "incomplete")) {
    throw new Error(sentenceOf(error) ?? `The model did not finish its response (${status}).`, {
      cause: error,
    });
  }
  if (status === "incomplete" && !called) {
    throw new Error(`The answer was cut off (${incomplete_details?.reason ?? "no reason given"}).`);
  }
  if (!text && !called) throw new Error("The model sent neither text nor a tool call.");
  return { ...response, output, output_text: text };
}

function sentenceOf(error: Responses.ResponseError | null): string | undefined {
  return typeof error?.message === "string" && error.message ? error.message : undefined;
}
