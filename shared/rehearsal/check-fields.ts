import type { JsonObject } from "./json-value.ts";
import { type Refusal, refuseMissing, refuseType } from "./refusal.ts";

/** What a field has to be, with its article, and whether a value is that. Null is the same as absent. */
export type Fields = Record<string, [expected: string, fits: (value: unknown) => boolean]>;

export function checkFields(body: JsonObject, fields: Fields): Refusal | undefined {
  for (const [name, [expected, fits]] of Object.entries(fields)) {
    const value = body[name];
    if (value !== undefined && value !== null && !fits(value)) {
      return refuseType(name, expected, value);
    }
  }
  return undefined;
}

export function checkModel({ model }: JsonObject): Refusal | undefined {
  if (model === undefined || model === null || model === "") return refuseMissing("model");
  return typeof model === "string" ? undefined : refuseType("model", "a string", model);
}
