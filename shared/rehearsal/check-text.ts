import { type Refusal, refuse, refuseMissing, refuseType } from "./refusal.ts";

const namePattern = /^[a-zA-Z0-9_-]+$/;

/** The name of a function, in a tool or in a call: what the API takes, 64 characters at most. */
export function checkName(param: string, value: unknown): Refusal | undefined {
  const refusal = checkShortText(param, value);
  if (refusal || namePattern.test(String(value))) return refusal;
  const message = `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '${namePattern.source}'.`;
  return refuse(message, param, "invalid_value");
}

/** A text of at least one character. */
export function checkShortText(param: string, value: unknown, longest = 64): Refusal | undefined {
  const refusal = checkText(param, value);
  if (refusal) return refusal;
  const { length } = String(value);
  if (length === 0) {
    const message = `Invalid '${param}': empty string. Expected a string with minimum length 1, but got an empty string instead.`;
    return refuse(message, param, "empty_string");
  }
  if (length > longest) {
    const message = `Invalid '${param}': string too long. Expected a string with maximum length ${longest}, but got a string with length ${length} instead.`;
    return refuse(message, param, "string_above_max_length");
  }
  return undefined;
}

export function checkText(param: string, value: unknown): Refusal | undefined {
  if (value === undefined) return refuseMissing(param);
  return typeof value === "string" ? undefined : refuseType(param, "a string", value);
}
