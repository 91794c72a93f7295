import { setImmediate } from "node:timers/promises";
import OpenAI from "openai";
import type { Responses } from "openai/resources";
import { explain } from "./openai.ts";
import { mended } from "./response-items.ts";
import { endAtSilence, SilenceError } from "./silence.ts";

/** What has come at once is told in parts: between them, everything else has its turn, such as keys. */
const PART = 32;

/** After these the next piece is due. Elsewhere the model may think for minutes. */
const IN_AN_ITEM =
  /^response\.(?:.*\.delta|content_part\.\w+|(?:output_text|refusal|function_call_arguments)\.done)$/;
const AROUND_ITEMS = /^response\.(?:created|in_progress|output_item\.\w+|reasoning.*)$/;

export type StreamLimits = {
  /** Of the silence between two pieces, in milliseconds. */
  idleMs: number;
  /** Aborted, it ends the stream at once: also what has come already is not told any more. */
  signal?: AbortSignal;
};

/** The events of one response of this wire, as they come. */
export function streamEvents(
  client: OpenAI,
  request: Responses.ResponseCreateParamsNonStreaming,
  limits: StreamLimits,
): AsyncGenerator<Responses.ResponseStreamEvent> {
  const body = { ...mended(request), stream: true } as const;
  const open: OpenStream<Responses.ResponseStreamEvent> = {
    begin: (quiet, options) => quiet.responses.create(body, options),
    isInItem(event) {
      const type = String(event?.type);
      if (IN_AN_ITEM.test(type)) return true;
      return AROUND_ITEMS.test(type) ? false : undefined;
    },
  };
  return readStream(client, open, limits);
}

export type OpenStream<Event> = {
  begin(client: OpenAI, options: { signal: AbortSignal }): PromiseLike<AsyncIterable<Event>>;
  /** Whether the next piece is due behind this event. Undefined where that is as before. */
  isInItem(event: Event): boolean | undefined;
};

/**
 * The events of one response, as they come. Asks once. Throws a sentence when the request fails, the connection is lost,
 * the server falls silent, or what comes is no API. A stream that only ends is no error here: whoever reads it knows
 * which event is the final one. The client's own time limit ends at the headers, so silence is watched for: in the middle
 * of an item after `idleMs`, and while the model may think, after as long as the client waits for an answer.
 */
export async function* readStream<Event>(
  client: OpenAI,
  { begin, isInItem }: OpenStream<Event>,
  { idleMs, signal }: StreamLimits,
): AsyncGenerator<Event> {
  // the client would log what it can't read, in the middle of the window
  const quiet = client.withOptions({ maxRetries: 0, logLevel: "off" });
  const leave = new AbortController();
  const ends = signal ? AbortSignal.any([leave.signal, signal]) : leave.signal;
  let limitMs = client.timeout;
  let count = 0;
  try {
    const stream = await begin(quiet, { signal: ends });
    for await (const event of endAtSilence(stream, () => limitMs, signal)) {
      const isIn = isInItem(event);
      if (isIn !== undefined) limitMs = isIn ? idleMs : client.timeout;
      if (++count % PART === 0) await setImmediate();
      signal?.throwIfAborted();
      if (event) yield event;
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw new Error(explainBreak(error, client.baseURL), { cause: error });
  } finally {
    leave.abort();
  }
  // a web page, or whatever else has no events
  if (count === 0) throw new Error(explain(undefined, client.baseURL));
}

/** Fetch and JSON throw errors of their own, which say nothing to a person. */
function explainBreak(error: unknown, url: string): string {
  if (error instanceof OpenAI.OpenAIError) return explain(error, url);
  if (error instanceof SilenceError) {
    const seconds = error.limitMs / 1000;
    return `Nothing more came from ${url} for ${seconds} s: the response was given up.`;
  }
  if (error instanceof SyntaxError) {
    return `In the middle of its response, ${url} sent a line that is no JSON.`;
  }
  return `The connection to ${url} was lost in the middle of the response.`;
}
