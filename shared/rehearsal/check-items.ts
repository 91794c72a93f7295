import { checkMessage } from "./check-message.ts";
import { checkName, checkShortText, checkText } from "./check-text.ts";
import type { Item } from "./conversation.ts";
import { itemTypes } from "./item-types.ts";
import { isObject, type JsonObject } from "./json-value.ts";
import { type Refusal, refuse, refuseMissing, refuseType, refuseValue } from "./refusal.ts";

/** The items of the request, each with its type; or what the API would say against them. */
export function readItems(input: unknown): Item[] | Refusal {
  if (typeof input === "string") return [{ type: "message", role: "user", content: input }];
  if (!Array.isArray(input)) {
    return refuseType("input", "one of an array of objects or string", input);
  }
  const items: Item[] = [];
  for (const [index, value] of input.entries()) {
    const param = `input[${index}]`;
    if (!isObject(value)) return refuseType(param, "an object", value);
    const item = { ...value, type: value.type ?? guessType(value) };
    const refusal = checkItem(param, item);
    if (refusal) return refusal;
    items.push(item as Item);
  }
  return items;
}

function guessType(item: JsonObject): string {
  const bare = item.role === undefined && item.content === undefined;
  return bare && typeof item.id === "string" ? "item_reference" : "message";
}

function checkItem(param: string, item: JsonObject): Refusal | undefined {
  const { type } = item;
  if (typeof type !== "string") return refuseType(`${param}.type`, "a string", type);
  if (!itemTypes.includes(type)) return refuseValue(`${param}.type`, type, itemTypes);
  return checks[type]?.(param, item);
}

const checks: Record<string, (param: string, item: JsonObject) => Refusal | undefined> = {
  message: checkMessage,
  function_call: (param, item) =>
    checkShortText(`${param}.call_id`, item.call_id) ??
    checkName(`${param}.name`, item.name) ??
    checkText(`${param}.arguments`, item.arguments),
  function_call_output: checkOutput,
  custom_tool_call: (param, item) => checkShortText(`${param}.call_id`, item.call_id),
  custom_tool_call_output: checkOutput,
  item_reference: (param, item) => checkText(`${param}.id`, item.id),
  reasoning: checkReasoning,
};

function checkOutput(param: string, item: JsonObject): Refusal | undefined {
  const refusal = checkShortText(`${param}.call_id`, item.call_id);
  if (refusal) return refusal;
  if (item.output === undefined) return refuseMissing(`${param}.output`);
  if (typeof item.output === "string") return undefined;
  if (Array.isArray(item.output) && item.output.every(isObject)) return undefined;
  return refuseType(`${param}.output`, "one of an array of objects or string", item.output);
}

function checkReasoning(param: string, item: JsonObject): Refusal | undefined {
  if (typeof item.encrypted_content === "string" || typeof item.id === "string") return undefined;
  const message = `Missing required parameter: '${param}.id'. A reasoning item is known by its id or its encrypted content.`;
  return refuse(message, `${param}.id`, "missing_required_parameter");
}
