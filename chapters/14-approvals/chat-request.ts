import { createHash } from "node:crypto";
import type { Chat, Responses } from "openai/resources";
import { mended, messageText } from "./response-items.ts";

type Message = Chat.ChatCompletionMessageParam;

/** The same request in the words of the chat wire. It has no place for reasoning. */
export function chatRequest(
  given: Responses.ResponseCreateParamsNonStreaming,
): Chat.ChatCompletionCreateParamsNonStreaming {
  const { model, instructions, input, tools, reasoning } = mended(given);
  const messages: Message[] = instructions ? [{ role: "system", content: instructions }] : [];
  for (const item of Array.isArray(input) ? input : []) addItem(messages, item);
  const functions = (tools ?? []).flatMap((tool) => (tool.type === "function" ? [tool] : []));
  return {
    model: String(model),
    messages,
    ...(reasoning?.effort && { reasoning_effort: reasoning.effort }),
    ...(functions.length > 0 && { tools: functions.map(chatTool) }),
  };
}

function addItem(messages: Message[], item: Responses.ResponseInputItem): void {
  if (item.type === "function_call_output") {
    const tool_call_id = shortId(item.call_id);
    messages.push({ role: "tool", tool_call_id, content: String(item.output) });
  } else if (item.type === "function_call") {
    const called = { name: item.name, arguments: item.arguments };
    const call = { id: shortId(item.call_id), type: "function" as const, function: called };
    const message = openAssistant(messages);
    message.tool_calls = [...(message.tool_calls ?? []), call];
  } else if ("role" in item && item.role === "user") {
    messages.push({ role: "user", content: textOf(item) });
  } else if ("role" in item && item.role === "assistant") {
    const message = openAssistant(messages);
    const before = message.content ? `${message.content}\n\n` : "";
    message.content = before + textOf(item);
  }
}

/** OpenAI takes 40 characters here, and 64 on the other wire. The same id becomes the same one each time. */
function shortId(id: string): string {
  if (id.length <= 40) return id;
  return createHash("sha256").update(id).digest("hex").slice(0, 40);
}

/** All that came in one response is one message there: the answers to its calls have to follow at once. */
function openAssistant(messages: Message[]): Chat.ChatCompletionAssistantMessageParam {
  const last = messages.at(-1);
  if (last?.role === "assistant") return last;
  const message: Chat.ChatCompletionAssistantMessageParam = { role: "assistant", content: null };
  messages.push(message);
  return message;
}

function textOf(item: Responses.ResponseInputItem): string {
  const { content } = item as { content?: unknown };
  if (typeof content === "string") return content;
  return messageText({ ...item, type: "message" } as Responses.ResponseOutputMessage);
}

function chatTool({ name, description, parameters, strict }: Responses.FunctionTool) {
  return {
    type: "function" as const,
    function: {
      name,
      description: description ?? undefined,
      parameters: parameters ?? undefined,
      strict,
    },
  };
}
