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
  const { status, error, incomplete_details } = response;
  const output = answerable(Array.isArray(response.output) ? response.output : []);
  const text = output.map(messageText).join("");
  const called = output.some((item) => item.type === "function_call");
  if (error || (status && status !== "completed" && status !== "incomplete")) {
    throw new Error(error?.message || `The model did not finish its response (${status}).`);
  }
  if (status === "incomplete" && !called) {
    throw new Error(`The answer was cut off (${incomplete_details?.reason ?? "no reason given"}).`);
  }
  if (!text && !called) throw new Error("The model sent neither text nor a tool call.");
  return { ...response, output, output_text: text };
}

/**
 * What this program can answer and the API takes back: items of a kind that it knows, and calls with an id of
 * their own, by which their output is found.
 */
function answerable(output: Responses.ResponseOutputItem[]): Responses.ResponseOutputItem[] {
  const ids = new Set<string>();
  return output
    .filter((item) => ["message", "function_call", "reasoning"].includes(item.type))
    .map((item, index) => {
      if (item.type !== "function_call") return item;
      const id = typeof item.call_id === "string" ? item.call_id.slice(0, 64) : "";
      const call_id = id === "" || ids.has(id) ? `call_own_${index}` : id;
      ids.add(call_id);
      const args = item.arguments ?? "";
      const json = typeof args === "string" ? args : JSON.stringify(args);
      return { ...item, call_id, name: String(item.name), arguments: json };
    });
}

/** Refusals too: the SDK's own `output_text` leaves them out. */
export function messageText(item: Responses.ResponseOutputItem): string {
  if (item.type !== "message" || !Array.isArray(item.content)) return "";
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
