import { checkSchema } from "./check-schema.ts";
import { checkName } from "./check-text.ts";
import { isObject, type JsonObject } from "./json-value.ts";
import { type Refusal, refuseMissing, refuseType } from "./refusal.ts";

type CheckTool = (param: string, tool: JsonObject) => Refusal | undefined;

/** Each has a type; what else it holds is checked by what is given. */
export function checkTools(tools: unknown, checkTool: CheckTool): Refusal | undefined {
  if (tools === undefined || tools === null) return undefined;
  if (!Array.isArray(tools)) return refuseType("tools", "an array of objects", tools);
  for (const [index, tool] of tools.entries()) {
    const refusal = checkType(`tools[${index}]`, tool, checkTool);
    if (refusal) return refusal;
  }
  return undefined;
}

function checkType(param: string, tool: unknown, checkTool: CheckTool): Refusal | undefined {
  if (!isObject(tool)) return refuseType(param, "an object", tool);
  if (tool.type === undefined) return refuseMissing(`${param}.type`);
  if (typeof tool.type !== "string") return refuseType(`${param}.type`, "a string", tool.type);
  return checkTool(param, tool);
}

/** A function as it is declared: its name, and what it takes. */
export function checkFunction(param: string, declared: JsonObject): Refusal | undefined {
  return (
    checkName(`${param}.name`, declared.name) ?? checkParameters(`${param}.parameters`, declared)
  );
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
