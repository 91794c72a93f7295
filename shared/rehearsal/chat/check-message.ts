import { checkText } from "../check-text.ts";
import { isObject, type JsonObject } from "../json-value.ts";
import { type Refusal, refuse, refuseMissing, refuseType, refuseValue } from "../refusal.ts";
import { checkCallId, checkCalls } from "./check-calls.ts";

/** In the API's order. */
const roles = ["system", "assistant", "user", "function", "tool", "developer"];

const textParts = ["text"];
const partsOf: Record<string, string[]> = {
  user: ["text", "image_url", "input_audio", "file"],
  assistant: ["text", "refusal"],
};

/** One message for itself. The API writes its place in two ways: messages[0] where it looks at the shape, messages.[0] at the sense. */
export function checkMessage(index: number, message: unknown): Refusal | undefined {
  const param = `messages[${index}]`;
  if (!isObject(message)) return refuseType(param, "an object", message);
  const { role } = message;
  if (role === undefined) return refuseMissing(`${param}.role`);
  if (typeof role !== "string") return refuseType(`${param}.role`, "a string", role);
  if (!roles.includes(role)) return refuseValue(`${param}.role`, role, roles);
  if (role === "function") return refuseFunctionRole(param);
  return (
    (role === "assistant" ? checkCalls(param, message.tool_calls) : undefined) ??
    (role === "tool" ? checkToolCallId(index, message) : undefined) ??
    checkContent(index, message)
  );
}

function refuseFunctionRole(param: string): Refusal {
  const message = `Unsupported value: '${param}.role' does not support 'function' with this model.`;
  return refuse(message, `${param}.role`, "unsupported_value");
}

function checkToolCallId(index: number, { tool_call_id }: JsonObject): Refusal | undefined {
  if (tool_call_id !== undefined) {
    return checkCallId(`messages[${index}].tool_call_id`, tool_call_id);
  }
  const message =
    "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.";
  return refuse(message, `messages.[${index}].tool_call_id`);
}

function checkContent(index: number, message: JsonObject): Refusal | undefined {
  const { role, content } = message;
  if (typeof content === "string") return undefined;
  if (content === undefined || content === null) {
    if (role === "assistant" && message.tool_calls !== undefined) return undefined;
    const expected = "Invalid value for 'content': expected a string, got null.";
    return refuse(expected, `messages.[${index}].content`);
  }
  const param = `messages[${index}].content`;
  if (!Array.isArray(content)) {
    return refuseType(param, "one of an array of objects or string", content);
  }
  for (const [place, part] of content.entries()) {
    const refusal = checkPart(`${param}[${place}]`, part, partsOf[String(role)] ?? textParts);
    if (refusal) return refusal;
  }
  return undefined;
}

function checkPart(param: string, part: unknown, supported: string[]): Refusal | undefined {
  if (!isObject(part)) return refuseType(param, "an object", part);
  const { type } = part;
  if (type === undefined) return refuseMissing(`${param}.type`);
  if (typeof type !== "string") return refuseType(`${param}.type`, "a string", type);
  if (!supported.includes(type)) return refuseValue(`${param}.type`, type, supported);
  if (type === "text" || type === "refusal") return checkText(`${param}.${type}`, part[type]);
  return undefined;
}
