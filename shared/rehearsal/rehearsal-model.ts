import { type Answer, answerRefusal } from "./answer.ts";
import type { Api } from "./api.ts";
import { createChatApi } from "./chat/chat-api.ts";
import { checkWellFormed } from "./check-well-formed.ts";
import { countStrikes } from "./count-strikes.ts";
import { isObject } from "./json-value.ts";
import { countIds } from "./new-ids.ts";
import { nextResponse } from "./next-response.ts";
import { isRefusal, refuse } from "./refusal.ts";
import { createResponsesApi } from "./responses-api.ts";
import type { Scenario } from "./scenario.ts";
import { findFailure, hasCause } from "./status-faults.ts";

/** The API without the wire: a parsed body goes in, an answer comes out. */
export type RehearsalModel = {
  /** Every body that was JSON, refused ones too, in order of arrival. */
  requests: unknown[];
  play(scenario: Scenario | undefined): void;
  answer(api: ApiName, body: unknown): Answer;
};

export type ApiName = "responses" | "chat";

export function createModel(first: Scenario | undefined, knowsOnlyItsOwn = false): RehearsalModel {
  const requests: unknown[] = [];
  const newId = countIds();
  const strikes = countStrikes();
  const apis: Record<ApiName, Api> = {
    responses: createResponsesApi(newId, knowsOnlyItsOwn),
    chat: createChatApi(newId),
  };
  let scenario = first;

  function answer(name: ApiName, body: unknown): Answer {
    requests.push(body);
    if (!isObject(body)) return answerRefusal(refuse("The body has to be a JSON object."));
    const asked = checkWellFormed(body) ?? apis[name].read(body);
    if (isRefusal(asked)) return answerRefusal(asked);
    const tools = body.tool_choice === "none" ? [] : asked.tools;
    const next = nextResponse(scenario, asked.conversation, tools);
    const struck = hasCause(next.fault, body) && strikes(next, asked.conversation);
    const script = struck ? next : { ...next, fault: undefined };
    const { fault, delayMs, paceMs, retryAfter } = script;
    const failure = findFailure(fault, body);
    if (failure) {
      const headers = retryAfter === undefined ? failure.headers : { "retry-after": retryAfter };
      return { ...answerRefusal({ ...failure, headers }), delayMs };
    }
    const written = apis[name].write(script, asked);
    return { status: 200, itemsIn: asked.itemsIn, ...written, ...{ fault, delayMs, paceMs } };
  }

  return {
    requests,
    play: (next) => {
      scenario = next;
    },
    answer,
  };
}
