import { checkFields, checkModel, type Fields } from "./check-fields.ts";
import { checkFunction, checkTools } from "./check-tools.ts";
import type { JsonObject } from "./json-value.ts";
import type { Refusal } from "./refusal.ts";

/** Everything but the input items. Fields that are not known are nobody's mistake. */
export function checkRequest(body: JsonObject): Refusal | undefined {
  return checkModel(body) ?? checkFields(body, fields) ?? checkTools(body.tools, checkTool);
}

const fields: Fields = {
  instructions: ["a string", (value) => typeof value === "string"],
  previous_response_id: ["a string", (value) => typeof value === "string"],
  store: ["a boolean", (value) => typeof value === "boolean"],
  stream: ["a boolean", (value) => typeof value === "boolean"],
  include: ["an array of strings", Array.isArray],
};

/** Only functions are looked into: the other kinds of tools are the API's own. */
function checkTool(param: string, tool: JsonObject): Refusal | undefined {
  return tool.type === "function" ? checkFunction(param, tool) : undefined;
}
