import { isObject, type JsonObject } from "./json-value.ts";
import { type Refusal, refuse } from "./refusal.ts";

/** A function takes an object; under `strict` the API also wants every object closed and complete. */
export function checkSchema(
  param: string,
  name: string,
  schema: JsonObject,
  strict: boolean,
): Refusal | undefined {
  const fault =
    schema.type === "object"
      ? strict && findFault(schema, [])
      : `schema must be a JSON Schema of 'type: "object"', got 'type: "${schema.type ?? "None"}"'.`;
  if (!fault) return undefined;
  const message = `Invalid schema for function '${name}': ${fault}`;
  return refuse(message, param, "invalid_function_parameters");
}

/** Depth first, in the order in which the schema is written. */
function findFault(schema: unknown, context: string[]): string | undefined {
  if (!isObject(schema)) return undefined;
  const fault = schema.type === "object" ? findObjectFault(schema) : findLeafFault(schema);
  if (fault) return `In context=(${quoteContext(context)}), ${fault}`;
  for (const [path, child] of children(schema)) {
    const inner = findFault(child, [...context, ...path]);
    if (inner) return inner;
  }
  return undefined;
}

function findObjectFault(schema: JsonObject): string | undefined {
  if (schema.additionalProperties !== false) {
    return "'additionalProperties' is required to be supplied and to be false.";
  }
  if (!isObject(schema.properties)) return "object schema missing properties.";
  const required = Array.isArray(schema.required) ? schema.required : [];
  const missing = Object.keys(schema.properties).find((key) => !required.includes(key));
  if (missing === undefined) return undefined;
  return `'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`;
}

function findLeafFault(schema: JsonObject): string | undefined {
  const described = ["type", "anyOf", "$ref", "enum", "const"].some((key) => key in schema);
  return described ? undefined : "schema must have a 'type' key.";
}

function children(schema: JsonObject): [path: string[], child: unknown][] {
  const named = ["properties", "$defs", "definitions"].flatMap((key) =>
    Object.entries(isObject(schema[key]) ? schema[key] : {}).map(
      ([name, child]): [string[], unknown] => [[key, name], child],
    ),
  );
  const anyOf = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  const choices = anyOf.map((child, index): [string[], unknown] => [["anyOf", `${index}`], child]);
  return [...named, [["items"], schema.items], ...choices];
}

/** The API prints the way there as a Python tuple. */
function quoteContext(context: string[]): string {
  return context.map((part) => `'${part}'`).join(", ");
}
