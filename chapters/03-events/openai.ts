import OpenAI from "openai";
import type { Responses } from "openai/resources";
import type { CreateResponse } from "./agent.ts";

/** Asks once: a retry that nobody sees would be a hole in the story. Whatever fails is one sentence. */
export function openaiResponses(client: OpenAI): CreateResponse {
  return async (request) => {
    const asked = client.responses.create(wellFormed(request), { maxRetries: 0 });
    const response = await asked.catch((error: unknown) => {
      throw new Error(explain(error, client.baseURL), { cause: error });
    });
    return usable(response);
  };
}

function explain(error: unknown, url: string): string {
  if (error instanceof OpenAI.APIConnectionError) {
    return `No answer from ${url}. Is the address right, and the server running?`;
  }
  if (error instanceof OpenAI.APIError && error.error) return error.message;
  return `No whole response came from ${url}. Is it the address of an OpenAI-compatible API?`;
}

/** Half a surrogate pair, from a tool or the model, and the API refuses every request that holds it. */
function wellFormed<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_key, part) =>
    typeof part === "string" ? part.toWellFormed() : part,
  );
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

/** What goes back with the next request. The API refuses a history with a name that it could not have offered. */
export function asInput(item: Responses.ResponseOutputItem): Responses.ResponseInputItem {
  if (item.type !== "function_call") return item as Responses.ResponseInputItem;
  return { ...item, name: item.name.replace(/[^\w-]/g, "_").slice(0, 64) || "_" };
}
