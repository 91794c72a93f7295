import { type Item, isOutput, sinceLastUser } from "./conversation.ts";
import { improvise } from "./improvise.ts";
import type { Scenario, ScriptedResponse } from "./scenario.ts";

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
  const answered = new Set(turn.filter(isOutput).map((item) => item.call_id));
  const last = responses.findLastIndex((response) =>
    response.output.some((item) => item.type === "call" && answered.has(item.callId)),
  );
  return last + 1;
}
