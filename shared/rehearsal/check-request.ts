import { checkTools } from "./check-tools.ts";
import type { JsonObject } from "./json-value.ts";
import { type Refusal, refuseMissing, refuseType } from "./refusal.ts";

/** Everything but the input items. Fields that are not known are nobody's mistake. */
export function checkRequest(body: JsonObject): Refusal | undefined {
  return checkModel(body) ?? checkFields(body) ?? checkTools(body.tools);
}

function checkModel({ model }: JsonObject): Refusal | undefined {
  if (model === undefined || model === null || model === "") return refuseMissing("model");
  return typeof model === "string" ? undefined : refuseType("model", "a string", model);
}

const fields: Record<string, [expected: string, fits: (value: unknown) => boolean]> = {
  instructions: ["a string", (value) => typeof value === "string"],
  previous_response_id: ["a string", (value) => typeof value === "string"],
  store: ["a boolean", (value) => typeof value === "boolean"],
  stream: ["a boolean", (value) => typeof value === "boolean"],
  include: ["an array of strings", Array.isArray],
};

function checkFields(body: JsonObject): Refusal | undefined {
  for (const [name, [expected, fits]] of Object.entries(fields)) {
    const value = body[name];
    if (value !== undefined && value !== null && !fits(value)) {
      return refuseType(name, expected, value);
    }
  }
  return undefined;
}
