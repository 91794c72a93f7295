import type { Responses } from "openai/resources";
import type { JsonObject } from "./json-value.ts";
import type { NewId } from "./new-ids.ts";
import type { ScriptedItem, ScriptedResponse } from "./scenario.ts";

/** The items that the model writes, as the API sends them. */
export function buildOutput(
  { output, fault }: ScriptedResponse,
  { include }: JsonObject,
  newId: NewId,
): Responses.ResponseOutputItem[] {
  const encrypted = Array.isArray(include) && include.includes("reasoning.encrypted_content");
  const items = output.map((item) => buildItem(item, newId, encrypted));
  return fault === "response-incomplete" ? markCutOff(items) : items;
}

/** The limit is reached while the last item is written. */
function markCutOff(items: Responses.ResponseOutputItem[]): Responses.ResponseOutputItem[] {
  const last = items.at(-1);
  return last ? [...items.slice(0, -1), { ...last, status: "incomplete" } as typeof last] : [];
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
