import type { ChatVariant } from "./chat/chat-variant.ts";
import { type CallItem, type Item, isCall, isOutput, sinceLastUser } from "./conversation.ts";
import { improvise } from "./improvise.ts";
import type { Scenario, ScriptedItem, ScriptedResponse } from "./scenario.ts";

/**
 * What the model answers, decided from the conversation alone: the same request always gets the same
 * answer. A script is played from its start in every turn; past its end, and without one, the model improvises.
 */
export function nextResponse(
  scenario: Scenario | undefined,
  conversation: Item[],
  tools: unknown,
): ScriptedResponse {
  const responses = scenario?.responses ?? [];
  const position = findPosition(responses, sinceLastUser(conversation));
  return responses[position] ?? improvise(conversation, tools);
}

/** Behind the last response of which a call was answered in this turn. */
function findPosition(responses: ScriptedResponse[], turn: Item[]): number {
  const ids = new Set(turn.filter(isOutput).map((item) => item.call_id));
  const answered = turn.filter(isCall).filter(({ call_id }) => ids.has(call_id));
  const last = responses.findLastIndex(({ output, chat }) =>
    output.some((item) => item.type === "call" && isAnswered(item, answered, chat)),
  );
  return last + 1;
}

/** By its id; where the server hides that, the client has made one up, and the call is known by what it asks for. */
function isAnswered(call: ScriptedCall, answered: CallItem[], chat: ChatVariant[] = []): boolean {
  const isHidden = chat.some((variant) => hidesIds.includes(variant));
  return answered.some(({ call_id, name, arguments: args }) => {
    return call_id === call.callId || (isHidden && name === call.name && args === call.args);
  });
}

type ScriptedCall = Extract<ScriptedItem, { type: "call" }>;

const hidesIds: ChatVariant[] = ["id-absent", "id-empty", "id-late", "id-is-name"];
