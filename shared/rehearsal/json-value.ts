/** What JSON.parse gives for an object. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** For an error message: "an object", "null", "an integer" … */
export function describeType(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  if (Number.isInteger(value)) return "an integer";
  return `a ${typeof value}`;
}
