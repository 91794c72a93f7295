import OpenAI from "openai";
import type { Responses } from "openai/resources";
import { explain } from "./openai.ts";
import { mended } from "./response-items.ts";

/**
 * The events of one response, as they come. Asks once. Throws a sentence for whatever ends them before their time:
 * the client's own time limit covers only the way to the headers, and a connection that is lost later is no error of
 * its own. While the model thinks it may be silent as long as the client waits for an answer; between two pieces of an
 * item, `idleMs`.
 */
export async function* streamEvents(
  client: OpenAI,
  request: Responses.ResponseCreateParamsNonStreaming,
  idleMs: number,
): AsyncGenerator<Responses.ResponseStreamEvent> {
  const url = client.baseURL;
  // it would print what it can't read onto the screen
  const asking = client.withOptions({ maxRetries: 0, logLevel: "off" });
  const silence = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let limitMs = client.timeout;
  let count = 0;
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), limitMs);
  };
  try {
    const body = { ...mended(request), stream: true } as const;
    const stream = await asking.responses.create(body, { signal: silence.signal });
    watch();
    for await (const event of stream) {
      if (typeof event?.type !== "string") continue;
      count++;
      limitMs = event.type.endsWith(".delta") ? idleMs : client.timeout;
      watch();
      yield event;
    }
  } catch (error) {
    throw new Error(explainBreak(error, url), { cause: error });
  } finally {
    clearTimeout(timer);
  }
  // an aborted stream ends as if it were over
  if (silence.signal.aborted) {
    const limit = `${limitMs / 1000} s`;
    throw new Error(`Nothing more came from ${url} for ${limit}: the response was given up.`);
  }
  if (count === 0) throw new Error(explain(undefined, url));
}

/** Fetch and JSON throw errors of their own, which say nothing to a person. */
function explainBreak(error: unknown, url: string): string {
  if (error instanceof OpenAI.OpenAIError) return explain(error, url);
  if (error instanceof SyntaxError)
    return `In the middle of its response, ${url} sent what is no JSON.`;
  return `The connection to ${url} was lost in the middle of the response.`;
}
