import type { Chat } from "openai/resources";
import type { Scenario } from "../../shared/rehearsal/scenario.ts";
import type { Rehearsal } from "../../shared/rehearsal/server.ts";
import { clientOf, type Reply, withRehearsal } from "./clients.ts";
import { readRaw } from "./streams.ts";

export const hello: Chat.ChatCompletionMessageParam[] = [{ role: "user", content: "hello" }];

/** Posts without a client's own ideas. */
export function postChat(
  rehearsal: Rehearsal,
  fields: object = {},
  signal?: AbortSignal,
): Promise<Response> {
  const body = JSON.stringify({ model: "any", messages: hello, ...fields });
  return fetch(`${rehearsal.url}/chat/completions`, { method: "POST", body, signal });
}

export async function replyOf(response: Response): Promise<Reply> {
  return { status: response.status, body: await response.json() };
}

/** What a server of its own answers in this scenario: the first response of the turn. */
export async function completionOf(scenario: Scenario, fields?: object): Promise<Reply> {
  let reply: Reply = { status: 0, body: undefined };
  await withRehearsal(scenario, async (rehearsal) => {
    reply = await replyOf(await postChat(rehearsal, fields));
  });
  return reply;
}

/** A chunk as it came. */
export type Chunk = Record<string, unknown> & {
  choices: { delta: Record<string, unknown>; finish_reason: string | null }[];
};

/** The events of a raw text whose lines are all well; [DONE] is one of them. */
export function parseChunks(text: string): (Chunk | "[DONE]")[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.startsWith("data: "))
    .map((line) => line.slice("data: ".length))
    .map((data) => (data === "[DONE]" ? data : JSON.parse(data)));
}

/** What a server of its own streams in this scenario: the first response of the turn. */
export async function chunksOf(scenario: Scenario, fields?: object): Promise<(Chunk | "[DONE]")[]> {
  let text = "";
  await withRehearsal(scenario, async (rehearsal) => {
    ({ text } = await readRaw(await postChat(rehearsal, { stream: true, ...fields })));
  });
  return parseChunks(text);
}

/** What differs from chunk to chunk: the delta, how it ended, and what is not a delta. */
export function brief(chunks: (Chunk | "[DONE]")[]): unknown[] {
  return chunks.map((chunk) => {
    if (chunk === "[DONE]") return chunk;
    const { choices, usage, error } = chunk;
    const [choice] = choices ?? [];
    if (!choice) return error ? { error } : { choices, ...(usage ? { usage } : {}) };
    return {
      ...choice.delta,
      ...(choice.finish_reason === null ? {} : { finish: choice.finish_reason }),
      ...(usage ? { usage } : {}),
      ...(error ? { error } : {}),
    };
  });
}

type Read = { chunks: Chunk[]; printed: string[]; thrown?: unknown };

/** What the real client yields, throws and would print. `signal` is the caller's way to leave. */
export async function readChatWithClient(
  rehearsal: Rehearsal,
  {
    messages = hello,
    signal,
    onChunk,
  }: {
    messages?: Chat.ChatCompletionMessageParam[];
    signal?: AbortSignal;
    onChunk?(count: number): void;
  } = {},
): Promise<Read> {
  const chunks: Chunk[] = [];
  const printed: string[] = [];
  const print = (...words: unknown[]) => printed.push(words.join(" "));
  const logger = { error: print, warn: print, info: print, debug: print };
  try {
    const stream = await clientOf(rehearsal, { logger }).chat.completions.create(
      { model: "any", messages, stream: true },
      { signal },
    );
    for await (const chunk of stream) {
      chunks.push(chunk as unknown as Chunk);
      onChunk?.(chunks.length);
    }
    return { chunks, printed };
  } catch (thrown) {
    return { chunks, printed, thrown };
  }
}
