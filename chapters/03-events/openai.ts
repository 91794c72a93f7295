import OpenAI from "openai";
import type { Responses } from "openai/resources";
import type { CreateResponse } from "./agent.ts";

/** Asks once: a retry that nobody sees would be a hole in the story. Whatever fails is one sentence. */
export function openaiResponses(client: OpenAI): CreateResponse {
  return async (request) => {
    const asked = client.responses.create(mended(request), { maxRetries: 0 });
    const response = await asked.catch((error: unknown) => {
      throw new Error(explain(error, client.baseURL), { cause: error });
    });
    return usable(response);
  };
}

/** The API's own errors carry a message. A web page, or half an answer, comes from something else. */
function explain(error: unknown, url: string): string {
  if (error instanceof OpenAI.APIConnectionError) {
    return `No answer from ${url}. Check the address, the server and your connection.`;
  }
  if (error instanceof OpenAI.APIError && error.error) return error.message;
  return `No whole response came from ${url}. Is it the address of an OpenAI-compatible API?`;
}

/** Throws for a response that leaves nothing to do, before any of it enters the history. */
export function usable(response: Responses.Response): Responses.Response {
  const { status, output = [], error, incomplete_details } = response;
  const text = output.map(messageText).join("");
  const called = output.some((item) => item.type === "function_call");
  if (status === "failed") throw new Error(error?.message ?? "The model failed without a reason.");
  if (status === "incomplete" && !called) {
    throw new Error(`The answer was cut off (${incomplete_details?.reason ?? "no reason given"}).`);
  }
  if (!text && !called) throw new Error("The model sent neither text nor a tool call.");
  return { ...response, output_text: text };
}

/** Refusals too: the SDK's own `output_text` leaves them out. */
export function messageText(item: Responses.ResponseOutputItem): string {
  if (item.type !== "message") return "";
  return item.content.map((part) => (part.type === "refusal" ? part.refusal : part.text)).join("");
}

/**
 * A model can make up a name that no tool could have, or send half a surrogate pair. The API refuses
 * both when they come back, and with them every later request of the conversation.
 */
export function mended<Request>(request: Request): Request {
  return JSON.parse(JSON.stringify(request), (_key, value) => {
    if (typeof value === "string") return value.toWellFormed();
    if (value?.type !== "function_call") return value;
    return { ...value, name: value.name.replace(/[^\w-]/g, "_").slice(0, 64) || "_" };
  });
}
