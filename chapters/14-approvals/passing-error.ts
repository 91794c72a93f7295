import OpenAI from "openai";

/** What a failed response, or an error in a stream, calls what may be over the next time. */
const PASSING_CODES = ["server_error", "rate_limit_exceeded", "server_is_overloaded", "slow_down"];

/** Whether the same request may succeed in a while. Not for a request that is wrong, nor for an account that is empty. */
export function mayPass(error: unknown): boolean {
  const cause = causeOf(error);
  if (cause instanceof OpenAI.APIConnectionError) return true;
  const { status, code, type, message } = Object(cause);
  // so fetch calls a connection that was lost in the middle
  if (cause instanceof TypeError) return message === "terminated";
  if (code === "insufficient_quota" || type === "insufficient_quota") return false;
  if (typeof status === "number") return [408, 409, 429].includes(status) || status >= 500;
  return PASSING_CODES.includes(code);
}

/**
 * How long the server asks to wait, in milliseconds: `retry-after-ms`, or `retry-after` in seconds or as a date (RFC 9110,
 * 10.2.3). Undefined where it says nothing that can be understood.
 */
export function waitAskedFor(error: unknown): number | undefined {
  const cause = causeOf(error);
  if (!(cause instanceof OpenAI.APIError)) return undefined;
  const milliseconds = numberIn(cause.headers?.get("retry-after-ms"));
  if (milliseconds !== undefined) return milliseconds;
  const after = cause.headers?.get("retry-after");
  const seconds = numberIn(after);
  if (seconds !== undefined) return seconds * 1000;
  const until = Date.parse(after ?? "") - Date.now();
  return until >= 0 ? until : undefined;
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

function numberIn(text: string | null | undefined): number | undefined {
  return text && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
