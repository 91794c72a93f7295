import { type Answer, answerRefusal } from "./answer.ts";
import { buildResponse } from "./build-response.ts";
import { checkRequest } from "./check-request.ts";
import { checkWellFormed } from "./check-well-formed.ts";
import { isObject } from "./json-value.ts";
import { countIds } from "./new-ids.ts";
import { nextResponse } from "./next-response.ts";
import { readConversation } from "./read-conversation.ts";
import { refuse } from "./refusal.ts";
import type { Scenario } from "./scenario.ts";
import { statusFaults } from "./status-faults.ts";
import { storeResponses } from "./stored.ts";

/** The API without the wire: a parsed body goes in, an answer comes out. */
export type RehearsalModel = {
  /** Every body that was JSON, refused ones too, in order of arrival. */
  requests: unknown[];
  play(scenario: Scenario | undefined): void;
  answer(body: unknown): Answer;
};

export function createModel(first: Scenario | undefined): RehearsalModel {
  const requests: unknown[] = [];
  const newId = countIds();
  const stored = storeResponses();
  let scenario = first;

  function answer(body: unknown): Answer {
    requests.push(body);
    if (!isObject(body)) return answerRefusal(refuse("The body has to be a JSON object."));
    const refusal = checkWellFormed(body) ?? checkRequest(body);
    if (refusal) return answerRefusal(refusal);
    const conversation = readConversation(body, stored);
    if (!Array.isArray(conversation)) return answerRefusal(conversation);
    const tools = body.tool_choice === "none" ? [] : body.tools;
    const script = nextResponse(scenario, conversation, tools);
    const { fault, delayMs } = script;
    const failure = fault && statusFaults[fault];
    if (failure) return { ...answerRefusal(failure), delayMs };
    const response = buildResponse(script, body, conversation, newId);
    stored.remember(response, conversation, body.store !== false);
    return { status: 200, body: response, itemsIn: countItems(body.input), fault, delayMs };
  }

  return {
    requests,
    play: (next) => {
      scenario = next;
    },
    answer,
  };
}

/** A text is one message. */
function countItems(input: unknown): number {
  if (Array.isArray(input)) return input.length;
  return typeof input === "string" ? 1 : 0;
}
