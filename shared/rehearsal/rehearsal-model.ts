import { type Answer, answerRefusal } from "./answer.ts";
import { buildOutput } from "./build-output.ts";
import { buildResponse } from "./build-response.ts";
import { checkRequest } from "./check-request.ts";
import { checkWellFormed } from "./check-well-formed.ts";
import { countStrikes } from "./count-strikes.ts";
import { isObject } from "./json-value.ts";
import { listEvents } from "./list-events.ts";
import { countIds } from "./new-ids.ts";
import { nextResponse } from "./next-response.ts";
import { planStream } from "./plan-stream.ts";
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
  const strikes = countStrikes();
  let scenario = first;

  function answer(body: unknown): Answer {
    requests.push(body);
    if (!isObject(body)) return answerRefusal(refuse("The body has to be a JSON object."));
    const refusal = checkWellFormed(body) ?? checkRequest(body);
    if (refusal) return answerRefusal(refusal);
    const conversation = readConversation(body, stored);
    if (!Array.isArray(conversation)) return answerRefusal(conversation);
    const tools = body.tool_choice === "none" ? [] : body.tools;
    const next = nextResponse(scenario, conversation, tools);
    const script = strikes(next, conversation) ? next : { ...next, fault: undefined };
    const { fault, delayMs, paceMs, retryAfter } = script;
    const failure = fault && statusFaults[fault];
    if (failure) {
      const headers = retryAfter === undefined ? failure.headers : { "retry-after": retryAfter };
      return { ...answerRefusal({ ...failure, headers }), delayMs };
    }
    const items = buildOutput(script, body, newId);
    const response = buildResponse({ id: newId("resp"), body, conversation, items, fault });
    const streamed = body.stream === true;
    // what a stream has shown counts, also where its last event leaves it out
    const shown = streamed ? items : response.output;
    stored.remember({ id: response.id, output: shown }, conversation, body.store !== false);
    const events = streamed ? listEvents({ script: script.output, items, response }) : undefined;
    return {
      status: 200,
      body: response,
      stream: events && planStream(events, script),
      itemsIn: countItems(body.input),
      ...{ fault, delayMs, paceMs },
    };
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
