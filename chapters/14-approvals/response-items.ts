import type { Responses } from "openai/resources";

/** Refusals too: the SDK's own `output_text` leaves them out. */
export function messageText(item: Responses.ResponseOutputItem): string {
  if (item.type !== "message") return "";
  return item.content.map((part) => (part.type === "refusal" ? part.refusal : part.text)).join("");
}

/**
 * What of an output this program can answer and the API takes back: items of a kind that it knows, text that
 * is text, reasoning that something follows, and calls with an id of their own, by which their output is found.
 */
export function answerable(output: Responses.ResponseOutputItem[]): Responses.ResponseOutputItem[] {
  const ids = new Set<string>();
  const items = output.flatMap((item): Responses.ResponseOutputItem[] => {
    if (item?.type === "reasoning") return typeof item.id === "string" ? [item] : [];
    if (item?.type === "message") return withText(item);
    if (item?.type === "function_call") return [withOwnId(item, ids)];
    return [];
  });
  return items.slice(0, items.findLastIndex((item) => item.type !== "reasoning") + 1);
}

function withText(message: Responses.ResponseOutputMessage): Responses.ResponseOutputMessage[] {
  const parts = Array.isArray(message.content) ? message.content : [];
  const content = parts.filter((part) => {
    if (part?.type === "refusal") return typeof part.refusal === "string";
    return part?.type === "output_text" && typeof part.text === "string";
  });
  return content.length === 0 ? [] : [{ ...message, role: "assistant", content }];
}

function withOwnId(
  call: Responses.ResponseFunctionToolCall,
  ids: Set<string>,
): Responses.ResponseFunctionToolCall {
  const given = typeof call.call_id === "string" ? call.call_id.slice(0, 64).toWellFormed() : "";
  let call_id = given;
  for (let count = 1; call_id === "" || ids.has(call_id); count++) call_id = `call_own_${count}`;
  ids.add(call_id);
  const args: unknown = call.arguments ?? "";
  const json = typeof args === "string" ? args : JSON.stringify(args);
  return {
    ...call,
    call_id,
    name: typeof call.name === "string" ? call.name : "",
    arguments: json,
  };
}

/**
 * A model can make up a name that no tool could have, or send half a surrogate pair. The API refuses
 * both when they come back, and with them every later request of the conversation.
 */
export function mended<Request>(request: Request): Request {
  return JSON.parse(JSON.stringify(request), (_key, value) => {
    if (typeof value === "string") return value.toWellFormed();
    if (value?.type !== "function_call" || typeof value.name !== "string") return value;
    return { ...value, name: value.name.replace(/[^\w-]/g, "_").slice(0, 64) || "_" };
  });
}
