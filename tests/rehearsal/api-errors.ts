import type { Reply } from "./clients.ts";

export type Expected = Reply;

/** The API's refusal of a request, whole. */
export function refused(
  message: string,
  param: string | null = null,
  code: string | null = null,
): Expected {
  return { status: 400, body: { error: { message, type: "invalid_request_error", param, code } } };
}

export function missing(param: string): Expected {
  return refused(`Missing required parameter: '${param}'.`, param, "missing_required_parameter");
}

export function wrongType(param: string, expected: string, got: string): Expected {
  const message = `Invalid type for '${param}': expected ${expected}, but got ${got} instead.`;
  return refused(message, param, "invalid_type");
}
