import type { Item } from "./conversation.ts";
import { type Refusal, refuse } from "./refusal.ts";

const kinds: Record<string, { of: string; opens: boolean }> = {
  function_call: { of: "function call", opens: true },
  function_call_output: { of: "function call", opens: false },
  custom_tool_call: { of: "custom tool call", opens: true },
  custom_tool_call_output: { of: "custom tool call", opens: false },
};

/**
 * Every call has one output, after it. A call id may come again once it was answered, so the
 * occurrences are counted in order.
 */
export function checkPairs(conversation: Item[]): Refusal | undefined {
  const open = new Set<string>();
  const answered = new Set<string>();
  for (const item of conversation) {
    const kind = kinds[item.type];
    if (!kind) continue;
    const key = `${kind.of} ${item.call_id}`;
    if (kind.opens) {
      if (open.has(key)) return against(`Duplicate ${key}. Every call needs an id of its own.`);
      open.add(key);
    } else if (open.delete(key)) {
      answered.add(key);
    } else if (answered.has(key)) {
      return against(`Duplicate tool output found for ${key}. Send exactly one.`);
    } else {
      return against(`No tool call found for ${kind.of} output with call_id ${item.call_id}.`);
    }
  }
  const [unanswered] = open;
  return unanswered === undefined ? undefined : against(`No tool output found for ${unanswered}.`);
}

function against(message: string): Refusal {
  return refuse(message, "input");
}
