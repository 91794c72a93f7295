import type { IncomingMessage } from "node:http";
import { type Refusal, refuse } from "./refusal.ts";

const mebibytes = 64;
const limit = mebibytes * 1024 * 1024;

/** The body as JSON. What is over the limit is read to its end but not kept, so that the client hears why. */
export async function readBody(
  request: IncomingMessage,
): Promise<{ value: unknown } | { refusal: Refusal }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > limit) {
    const message = `The body has ${size} bytes; the limit is ${mebibytes} MiB.`;
    return { refusal: refuse(message, null, "request_too_large", 413) };
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
    return { value: JSON.parse(text) };
  } catch {
    const message = "We could not parse the JSON body of your request.";
    return { refusal: refuse(message) };
  }
}
