import type { Responses } from "openai/resources";
import type { NewId } from "./new-ids.ts";
import type { ScriptedItem } from "./scenario.ts";

/** The items of a response as the API sends them. `encrypted`: the request asked for it. */
export function buildOutput(
  script: ScriptedItem[],
  newId: NewId,
  encrypted: boolean,
): Responses.ResponseOutputItem[] {
  return script.map((item) => buildItem(item, newId, encrypted));
}

function buildItem(
  item: ScriptedItem,
  newId: NewId,
  encrypted: boolean,
): Responses.ResponseOutputItem {
  switch (item.type) {
    case "message":
      return buildMessage(newId, {
        type: "output_text",
        annotations: [],
        logprobs: [],
        text: item.text,
      });
    case "refusal":
      return buildMessage(newId, { type: "refusal", refusal: item.text });
    case "reasoning":
      return {
        id: newId("rs"),
        type: "reasoning",
        summary: [{ type: "summary_text", text: item.text }],
        ...(encrypted ? { encrypted_content: encrypt(item.text) } : {}),
      };
    case "call":
      return {
        id: newId("fc"),
        type: "function_call",
        status: "completed",
        arguments: item.args,
        call_id: item.callId,
        name: item.name,
      };
  }
}

function buildMessage(
  newId: NewId,
  part: Responses.ResponseOutputText | Responses.ResponseOutputRefusal,
): Responses.ResponseOutputMessage {
  return {
    id: newId("msg"),
    type: "message",
    status: "completed",
    content: [part],
    role: "assistant",
  };
}

/** Only unreadable at a glance: nobody decrypts it, clients carry it. */
function encrypt(text: string): string {
  return Buffer.from(`rehearsal:${text}`).toString("base64");
}
