import { checkText } from "./check-text.ts";
import { isObject, type JsonObject } from "./json-value.ts";
import { type Refusal, refuseMissing, refuseType, refuseValue } from "./refusal.ts";

const roles = ["assistant", "system", "developer", "user"];
const partsOfModel = ["output_text", "refusal"];
const partsOfOthers = ["input_text", "input_image", "input_file", "input_audio"];

export function checkMessage(param: string, message: JsonObject): Refusal | undefined {
  const { role, content } = message;
  if (role === undefined) return refuseMissing(`${param}.role`);
  if (typeof role !== "string") return refuseType(`${param}.role`, "a string", role);
  if (!roles.includes(role)) return refuseValue(`${param}.role`, role, roles);
  if (content === undefined) return refuseMissing(`${param}.content`);
  if (typeof content === "string") return undefined;
  if (!Array.isArray(content)) {
    return refuseType(`${param}.content`, "one of an array of objects or string", content);
  }
  const supported = role === "assistant" ? partsOfModel : partsOfOthers;
  for (const [index, part] of content.entries()) {
    const refusal = checkPart(`${param}.content[${index}]`, part, supported);
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
  if (type === "refusal") return checkText(`${param}.refusal`, part.refusal);
  return type.endsWith("_text") ? checkText(`${param}.text`, part.text) : undefined;
}
