import { type Refusal, refuse } from "../refusal.ts";
import type { ChatMessage } from "./message.ts";

/** The calls of the assistant message before, each with the place of its answer. */
type Open = Map<string, number | undefined>;

/** The answers stand right behind the message with the calls: one for each, in any order. */
export function checkAnswers(messages: ChatMessage[]): Refusal | undefined {
  let open: Open = new Map();
  for (const [index, message] of messages.entries()) {
    if (message.role === "tool") {
      const refusal = checkAnswer(open, message.tool_call_id, index);
      if (refusal) return refusal;
      continue;
    }
    const refusal = refuseUnanswered(open, index);
    if (refusal) return refusal;
    const calls = message.role === "assistant" ? (message.tool_calls ?? []) : [];
    open = new Map(calls.map(({ id }) => [id, undefined]));
  }
  return refuseUnanswered(open, messages.length - 1);
}

function checkAnswer(open: Open, id: string, index: number): Refusal | undefined {
  if (open.size === 0) {
    const message =
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
    return refuse(message, `messages.[${index}].role`);
  }
  const param = `messages.[${index}].tool_call_id`;
  if (!open.has(id)) {
    const message = `Invalid parameter: 'tool_call_id' of '${id}' not found in 'tool_calls' of previous message.`;
    return refuse(message, param);
  }
  const first = open.get(id);
  if (first !== undefined) {
    const message = `Invalid parameter: Duplicate value for 'tool_call_id' of '${id}', in messages[${first}] and messages[${index}].`;
    return refuse(message, param);
  }
  open.set(id, index);
  return undefined;
}

/** `index`: where the next answer should stand, or the last message when there is no other. */
function refuseUnanswered(open: Open, index: number): Refusal | undefined {
  const ids = [...open].filter(([, answer]) => answer === undefined).map(([id]) => id);
  if (ids.length === 0) return undefined;
  const message = `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(", ")}`;
  return refuse(message, `messages.[${index}].role`);
}
