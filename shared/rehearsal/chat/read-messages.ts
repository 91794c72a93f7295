import type { Item } from "../conversation.ts";
import type { ChatCall, ChatMessage } from "./message.ts";

/** The items of the Responses API that say the same. */
export function readMessages(messages: ChatMessage[]): Item[] {
  return messages.flatMap((message): Item[] => {
    switch (message.role) {
      case "tool": {
        const { tool_call_id, content } = message;
        return [{ type: "function_call_output", call_id: tool_call_id, output: content }];
      }
      case "assistant":
        return [...readText(message.content), ...(message.tool_calls ?? []).map(readCall)];
      default:
        return [{ type: "message", role: message.role, content: message.content }];
    }
  });
}

function readText(content: unknown): Item[] {
  const empty = content === undefined || content === null || content === "";
  return empty ? [] : [{ type: "message", role: "assistant", content }];
}

function readCall(call: ChatCall): Item {
  if (!call.function) return { type: "custom_tool_call", call_id: call.id };
  const { name, arguments: args } = call.function;
  return { type: "function_call", call_id: call.id, name, arguments: args };
}
