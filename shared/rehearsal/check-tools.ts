import { checkSchema } from "./check-schema.ts";
import { checkName } from "./check-text.ts";
import { isObject, type JsonObject } from "./json-value.ts";
import { type Refusal, refuseMissing, refuseType } from "./refusal.ts";

/** Only functions are looked into: the other kinds of tools are the API's own. */
export function checkTools(tools: unknown): Refusal | undefined {
  if (tools === undefined || tools === null) return undefined;
  if (!Array.isArray(tools)) return refuseType("tools", "an array of objects", tools);
  for (const [index, tool] of tools.entries()) {
    const refusal = checkTool(`tools[${index}]`, tool);
    if (refusal) return refusal;
  }
  return undefined;
}

function checkTool(param: string, tool: unknown): Refusal | undefined {
  if (!isObject(tool)) return refuseType(param, "an object", tool);
  if (tool.type === undefined) return refuseMissing(`${param}.type`);
  if (typeof tool.type !== "string") return refuseType(`${param}.type`, "a string", tool.type);
  if (tool.type !== "function") return undefined;
  return checkName(`${param}.name`, tool.name) ?? checkParameters(`${param}.parameters`, tool);
}

function checkParameters(param: string, tool: JsonObject): Refusal | undefined {
  const { parameters } = tool;
  const strict = tool.strict === true;
  if (parameters === undefined || parameters === null) {
    return strict ? refuseMissing(param) : undefined;
  }
  if (!isObject(parameters)) return refuseType(param, "an object", parameters);
  return checkSchema(param, String(tool.name), parameters, strict);
}
