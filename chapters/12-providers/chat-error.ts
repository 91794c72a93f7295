import { describe } from "./openai-stream.ts";

/**
 * What a server reports although the status is 200: as the body, in a list, or beside the half of an answer. Undefined
 * where there is none.
 */
export function errorIn(body: unknown): unknown {
  const { error, choices } = Object(Array.isArray(body) ? body[0] : body);
  return error ?? Object(choices?.[0]).error;
}

/** For a person, whatever shape it has. Of several all are said. */
export function sayError(error: unknown): string {
  if (typeof error === "string") return describe({ message: error });
  if (Array.isArray(error) && error.length > 0) return error.map(sayError).join(" ");
  return describe(Object(error));
}

/** The SDK makes JSON of an error that has no message. */
export function inWords(error: unknown): unknown {
  const { cause } = error as Error;
  const { error: reported, status } = Object(cause);
  if (!reported || typeof reported.message === "string") return error;
  return new Error([status, sayError(reported)].filter(Boolean).join(" "), { cause });
}
