import type { Api, Asked } from "../api.ts";
import type { NewId } from "../new-ids.ts";
import { planStream } from "../plan-stream.ts";
import type { ScriptedResponse } from "../scenario.ts";
import { buildCompletion } from "./build-completion.ts";
import { chatErrors } from "./chat-errors.ts";
import { checkChatRequest } from "./check-chat-request.ts";
import { readFunctions } from "./read-functions.ts";
import { readMessages } from "./read-messages.ts";
import { tellCompletion } from "./tell-completion.ts";
import { varyCompletion } from "./vary.ts";

/** POST /v1/chat/completions. Everything is in the request: nothing is remembered. */
export function createChatApi(newId: NewId): Api {
  function write(scripted: ScriptedResponse, asked: Asked) {
    const { chat = [] } = scripted;
    const streamed = asked.body.stream === true && !chat.includes("no-stream");
    const script = streamed ? withoutEmpty(scripted) : scripted;
    const completion = buildCompletion(newId("chatcmpl"), script, asked);
    const body = describeBody(script, varyCompletion(completion, chat));
    if (!streamed) return { body };
    const telling = tellCompletion(completion, script, asked.body);
    const headers = chat.includes("plain-text") ? { "content-type": "text/plain" } : undefined;
    return { body, stream: planStream(telling, script), headers };
  }

  return {
    read(body) {
      const messages = checkChatRequest(body);
      if (!Array.isArray(messages)) return messages;
      return {
        body,
        conversation: readMessages(messages),
        tools: readFunctions(body.tools),
        itemsIn: messages.length,
      };
    },
    write,
  };
}

/** A stream has no final output that could be empty: what it has shown stays. */
function withoutEmpty(script: ScriptedResponse): ScriptedResponse {
  return script.fault === "empty-output" ? { ...script, fault: undefined } : script;
}

function describeBody({ fault, chat = [] }: ScriptedResponse, completion: object): object {
  if (fault === "response-failed") return { error: chatErrors.failed };
  return chat.includes("error-body") ? { error: chatErrors.overloaded } : completion;
}
