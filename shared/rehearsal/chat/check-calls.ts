import { checkName, checkShortText, checkText } from "../check-text.ts";
import { isObject } from "../json-value.ts";
import { type Refusal, refuse, refuseMissing, refuseType, refuseValue } from "../refusal.ts";

const callTypes = ["function", "custom"];

/** The calls of an assistant message: at least one where there is the field, each with an id of its own. */
export function checkCalls(message: string, calls: unknown): Refusal | undefined {
  if (calls === undefined) return undefined;
  const param = `${message}.tool_calls`;
  if (!Array.isArray(calls)) return refuseType(param, "an array of objects", calls);
  if (calls.length === 0) {
    const text = `Invalid '${param}': empty array. Expected an array with minimum length 1, but got an empty array instead.`;
    return refuse(text, param, "empty_array");
  }
  const ids = new Set<unknown>();
  for (const [index, call] of calls.entries()) {
    const refusal = checkCall(`${param}[${index}]`, call);
    if (refusal) return refusal;
    if (ids.has(call.id)) return refuseDuplicate(`${param}[${index}].id`, call.id);
    ids.add(call.id);
  }
  return undefined;
}

/** 1 to 40 characters: fewer than in the Responses API. */
export function checkCallId(param: string, id: unknown): Refusal | undefined {
  return checkShortText(param, id, 40);
}

function checkCall(param: string, call: unknown): Refusal | undefined {
  if (!isObject(call)) return refuseType(param, "an object", call);
  const { id, type, function: called } = call;
  const refusal = checkCallId(`${param}.id`, id) ?? checkText(`${param}.type`, type);
  if (refusal) return refusal;
  if (!callTypes.includes(String(type))) {
    return refuseValue(`${param}.type`, String(type), callTypes);
  }
  if (type === "custom") return undefined;
  if (called === undefined) return refuseMissing(`${param}.function`);
  if (!isObject(called)) return refuseType(`${param}.function`, "an object", called);
  return (
    checkName(`${param}.function.name`, called.name) ??
    checkText(`${param}.function.arguments`, called.arguments)
  );
}

function refuseDuplicate(param: string, id: string): Refusal {
  const message = `Invalid '${param}': duplicate value '${id}'. Every call of a message needs an id of its own.`;
  return refuse(message, param, "invalid_value");
}
