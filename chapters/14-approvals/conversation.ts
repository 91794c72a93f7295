import type { Responses } from "openai/resources";
import type { SessionEvent } from "../../shared/events.ts";
import { answerable, messageText } from "./response-items.ts";
import { textOrEmpty } from "./state/text-or-empty.ts";

export type Conversation = Responses.ResponseInputItem[];

const LOST = "The output of this call was not kept.";

/**
 * What the model remembers: a fold of the events, as the state is one for the screen. Never throws, and whatever is
 * missing in the events, every call has exactly one output in the end: the API refuses a history with an open call.
 * Unlike the folds for the screen it adds to the list that it is given: copies would make a long session slow to resume.
 */
export function reduceConversation(history: Conversation, event: SessionEvent): Conversation {
  switch (event.type) {
    case "session.started":
      history.length = 0;
      break;
    case "user.message":
      answerOpenCalls(history);
      history.push({ role: "user", content: textOrEmpty(event.text) });
      break;
    case "model.responded":
      answerOpenCalls(history);
      if (Array.isArray(event.items)) history.push(...(answerable(event.items) as Conversation));
      break;
    // now the agent takes the list over, and what is still open would stay so
    case "session.resumed":
      answerOpenCalls(history);
      break;
    case "provider.changed":
      answerOpenCalls(history);
      history.splice(0, history.length, ...history.flatMap(portable));
      break;
    case "tool.finished":
      answer(history, event.callId, textOrEmpty(event.output));
      break;
    case "tool.failed":
      answer(history, event.callId, textOrEmpty(event.error));
      break;
  }
  return history;
}

/** Ids are names in the memory of one server, and reasoning is written for the model that thought it. */
export function portable(item: Conversation[number]): Conversation {
  if (item.type === "reasoning") return [];
  if (item.type === "message" && item.role === "assistant") {
    return [{ role: "assistant", content: messageText(item as Responses.ResponseOutputMessage) }];
  }
  if (!("id" in item)) return [item];
  const { id, ...others } = item;
  return [others as typeof item];
}

/** An output without its call is as bad as a call without its output. */
function answer(history: Conversation, callId: string, output: string): void {
  if (openCalls(history).some(({ call_id }) => call_id === callId)) {
    history.push({ type: "function_call_output", call_id: callId, output });
  }
}

function answerOpenCalls(history: Conversation): void {
  for (const { call_id } of openCalls(history)) {
    history.push({ type: "function_call_output", call_id, output: LOST });
  }
}

/** The calls behind the last user message that have no output yet, in their order. An id may come again. */
export function openCalls(history: Conversation): Responses.ResponseFunctionToolCall[] {
  const answered: string[] = [];
  const open: Responses.ResponseFunctionToolCall[] = [];
  for (let place = history.length - 1; place >= 0; place--) {
    const item = history[place];
    if (item?.type === "function_call_output") answered.push(item.call_id);
    else if (item?.type === "function_call") {
      const found = answered.indexOf(item.call_id);
      if (found >= 0) answered.splice(found, 1);
      else open.unshift(item);
    } else if (item && "role" in item && item.role === "user") break;
  }
  return open;
}
