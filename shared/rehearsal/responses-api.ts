import type { Api, Asked } from "./api.ts";
import { buildOutput } from "./build-output.ts";
import { buildResponse } from "./build-response.ts";
import { checkRequest } from "./check-request.ts";
import type { NewId } from "./new-ids.ts";
import { planStream } from "./plan-stream.ts";
import { readConversation } from "./read-conversation.ts";
import type { ScriptedResponse } from "./scenario.ts";
import { storeResponses } from "./stored.ts";
import { numberEvents, tellResponse } from "./tell-response.ts";

/** POST /v1/responses. It remembers what it answered. */
export function createResponsesApi(newId: NewId, knowsOnlyItsOwn: boolean): Api {
  const stored = storeResponses();

  function write(script: ScriptedResponse, { body, conversation }: Asked) {
    const items = buildOutput(script, body, newId);
    const { fault, output } = script;
    const response = buildResponse({ id: newId("resp"), body, conversation, items, fault });
    const streamed = body.stream === true;
    // what a stream has shown counts, also where its last event leaves it out
    const shown = streamed ? items : response.output;
    stored.remember({ id: response.id, output: shown }, conversation, body.store !== false);
    if (!streamed) return { body: response };
    const telling = tellResponse({ script: output, items, response });
    return { body: response, stream: numberEvents(planStream(telling, script)) };
  }

  return {
    read(body) {
      const refusal = checkRequest(body);
      if (refusal) return refusal;
      const conversation = readConversation(body, stored, knowsOnlyItsOwn);
      if (!Array.isArray(conversation)) return conversation;
      return { body, conversation, tools: body.tools, itemsIn: countItems(body.input) };
    },
    write,
  };
}

/** A text is one message. */
function countItems(input: unknown): number {
  if (Array.isArray(input)) return input.length;
  return typeof input === "string" ? 1 : 0;
}
