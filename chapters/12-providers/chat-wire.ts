import OpenAI from "openai";
import type { Chat, Responses } from "openai/resources";
import type { CreateResponse } from "./agent.ts";
import { errorIn, inWords, sayError } from "./chat-error.ts";
import { chatRequest } from "./chat-request.ts";
import { joinChat } from "./chat-response.ts";
import { explain } from "./openai.ts";
import { fromEvents } from "./openai-stream.ts";
import { type OpenStream, readStream, type StreamLimits } from "./stream-events.ts";

type Request = Responses.ResponseCreateParamsNonStreaming;
type Chunk = Chat.ChatCompletionChunk;

/**
 * The chat completions wire, with the face of the other one: its chunks become the events of a Responses stream, and
 * nobody behind it knows. `idleMs` as for openai-stream.ts.
 */
export function chatWire(client: OpenAI, idleMs = 60_000): CreateResponse {
  return fromEvents((request, signal) =>
    asResponse(readStream(client, openChat(request), { idleMs, signal })),
  );
}

/** The same, in one piece. */
export function chatResponses(client: OpenAI): CreateResponse {
  const whole = fromEvents((request, signal) => asResponse(askWhole(client, request, { signal })));
  return (request, turn) => whole(request, turn && { ...turn, emit: () => {} });
}

/** A stream that does not say why it ends has no final event, and then there is no response. */
async function* asResponse(
  chunks: AsyncIterable<Chunk>,
): AsyncGenerator<Responses.ResponseStreamEvent> {
  const chat = joinChat();
  try {
    for await (const chunk of chunks) yield* chat.add(withoutError(chunk));
  } catch (error) {
    throw inWords(error);
  }
  yield* chat.end();
}

function openChat(request: Request): OpenStream<Chunk> {
  const stream = { stream: true, stream_options: { include_usage: true } } as const;
  const body = { ...chatRequest(request), ...stream };
  return {
    async begin(quiet, options) {
      const { data, response } = await quiet.chat.completions.create(body, options).withResponse();
      const isWhole = response.headers.get("content-type")?.includes("application/json");
      return isWhole ? once(asChunk(await response.json())) : data;
    },
    isInItem: (chunk) => (Object(chunk).choices?.[0]?.delta ? true : undefined),
  };
}

async function* askWhole(
  client: OpenAI,
  request: Request,
  { signal }: Pick<StreamLimits, "signal">,
): AsyncGenerator<Chunk> {
  const asked = client.chat.completions.create(chatRequest(request), { maxRetries: 0, signal });
  yield await asked.then(asChunk).catch((error: unknown) => {
    throw new Error(explain(error, client.baseURL), { cause: error });
  });
}

async function* once<Value>(value: Value): AsyncGenerator<Value> {
  yield value;
}

/** A whole answer is one chunk. That it is there says that it has ended. */
function asChunk(completion: unknown): Chunk {
  if (errorIn(completion)) return completion as Chunk;
  const { choices, ...rest } = Object(completion);
  if (!Array.isArray(choices)) throw new OpenAI.OpenAIError("This is no completion.");
  const { message: delta = {}, ...choice } = Object(choices[0]);
  const finish_reason = choice.finish_reason || "stop";
  return { ...rest, choices: [{ ...choice, finish_reason, delta }] };
}

function withoutError(chunk: Chunk): Chunk {
  const error = errorIn(chunk);
  if (error) throw new Error(sayError(error), { cause: error });
  return chunk;
}
