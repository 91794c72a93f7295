import OpenAI from "openai";
import type { Responses } from "openai/resources";
import { explain } from "./openai.ts";
import { mended } from "./response-items.ts";
import { watchSilence } from "./silence.ts";

/**
 * The events of one response, as they come. Asks once. Throws a sentence when the request fails, the connection is lost,
 * the server falls silent, or what comes is no API. A stream that only ends is no error here: whoever reads it knows
 * which event is the final one. The client's own time limit ends at the headers, so silence is watched for: after a
 * piece for `idleMs`, and while the model thinks for as long as the client waits for an answer; both in milliseconds.
 */
export async function* streamEvents(
  client: OpenAI,
  request: Responses.ResponseCreateParamsNonStreaming,
  idleMs: number,
): AsyncGenerator<Responses.ResponseStreamEvent> {
  // the client would log what it can't read, in the middle of the window
  const quiet = client.withOptions({ maxRetries: 0, logLevel: "off" });
  const silence = watchSilence(client.baseURL);
  let hasEvents = false;
  try {
    const body = { ...mended(request), stream: true } as const;
    const stream = await quiet.responses.create(body, { signal: silence.signal });
    silence.wait(client.timeout);
    for await (const event of stream) {
      // what has no type is no sign of life either
      if (typeof event?.type !== "string") continue;
      hasEvents = true;
      silence.wait(event.type.endsWith(".delta") ? idleMs : client.timeout);
      yield event;
    }
  } catch (error) {
    throw new Error(explainBreak(error, client.baseURL), { cause: error });
  } finally {
    silence.stop();
  }
  // the client ends an aborted stream as if it were over
  silence.signal.throwIfAborted();
  // a web page, or whatever else has no events
  if (!hasEvents) throw new Error(explain(undefined, client.baseURL));
}

/** Fetch and JSON throw errors of their own, which say nothing to a person. */
function explainBreak(error: unknown, url: string): string {
  if (error instanceof OpenAI.OpenAIError) return explain(error, url);
  if (error instanceof SyntaxError) {
    return `In the middle of its response, ${url} sent a line that is no JSON.`;
  }
  return `The connection to ${url} was lost in the middle of the response.`;
}
