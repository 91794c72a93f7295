import type { Chat, Responses } from "openai/resources";
import { type CallPiece, joinCalls } from "./chat-calls.ts";
import { splitThoughts } from "./chat-thoughts.ts";

/** What is in a chunk beside what the SDK knows: reasoning has three names. */
type Delta = Partial<Record<"content" | "refusal" | "reasoning" | "reasoning_content", unknown>> & {
  reasoning_details?: { text?: unknown }[];
  tool_calls?: CallPiece[] | null;
  /** As it was before there could be several. */
  function_call?: CallPiece["function"];
};

export type JoinedChat = {
  /** The events that a chunk stands for: none, one, or several. */
  add(chunk: Chat.ChatCompletionChunk): Responses.ResponseStreamEvent[];
  /** What is left, and the final event. There is none as long as no chunk has said why the answer ended. */
  end(): Responses.ResponseStreamEvent[];
};

export function joinChat(): JoinedChat {
  const calls = joinCalls();
  const thoughts = splitThoughts();
  let text = "";
  let id = "";
  let finish: string | undefined;
  let usage: Responses.ResponseUsage | undefined;
  return {
    add(chunk) {
      id ||= String(chunk.id ?? "");
      usage = usageOf(chunk.usage) ?? usage;
      const [choice] = chunk.choices ?? [];
      finish = choice?.finish_reason ?? finish;
      const delta: Delta = choice?.delta ?? {};
      const pieces = piecesIn(delta);
      for (const piece of pieces) calls.add(piece);
      const split = thoughts.add(textOf(delta.content) + textOf(delta.refusal));
      text += split.written;
      return [...thought(reasoningOf(delta) + split.thought), ...wrote(split.written)];
    },
    end() {
      const rest = thoughts.end();
      text += rest.written;
      const pieces = [...thought(rest.thought), ...wrote(rest.written)];
      if (finish === undefined) return pieces;
      const output = [...messageOf(text), ...calls.items()];
      return [...pieces, finalEvent(finish, { id, output, usage })];
    },
  };
}

function piecesIn({ tool_calls, function_call }: Delta): CallPiece[] {
  const found: unknown[] = Array.isArray(tool_calls) ? tool_calls : [];
  const old = function_call ? [{ function: function_call }] : [];
  return [...found, ...old].filter((piece): piece is CallPiece => Object(piece) === piece);
}

/** One server sends the same thought under two names. */
function reasoningOf({ reasoning, reasoning_content, reasoning_details }: Delta): string {
  const details = Array.isArray(reasoning_details) ? reasoning_details : [];
  const detailed = details.map((part) => textOf(part?.text)).join("");
  return textOf(reasoning) || textOf(reasoning_content) || detailed;
}

/** Text is text, or a list of parts that hold some. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map((part) => textOf(part?.text)).join("");
  return typeof value === "string" ? value : "";
}

function thought(delta: string): Responses.ResponseStreamEvent[] {
  const place = { item_id: "reasoning", output_index: 0, content_index: 0, sequence_number: 0 };
  return delta ? [{ type: "response.reasoning_text.delta", delta, ...place }] : [];
}

function wrote(delta: string): Responses.ResponseStreamEvent[] {
  const place = { item_id: "message", output_index: 1, content_index: 0, sequence_number: 0 };
  return delta ? [{ type: "response.output_text.delta", delta, logprobs: [], ...place }] : [];
}

function messageOf(text: string): Responses.ResponseOutputItem[] {
  if (!text) return [];
  const part = { type: "output_text" as const, text, annotations: [] };
  return [{ type: "message", id: "", role: "assistant", status: "completed", content: [part] }];
}

/** Whether there are calls, their presence says: some servers report "stop" beside them. */
function finalEvent(
  finish: string,
  parts: Pick<Responses.Response, "id" | "output" | "usage">,
): Responses.ResponseStreamEvent {
  const response = parts as Responses.Response;
  if (finish === "error") return { type: "response.failed", response, sequence_number: 0 };
  const reason = { length: "max_output_tokens", content_filter: "content_filter" }[finish];
  if (!reason) return { type: "response.completed", response, sequence_number: 0 };
  const incomplete_details = { reason } as Responses.Response.IncompleteDetails;
  const cut = { ...response, incomplete_details };
  return { type: "response.incomplete", response: cut, sequence_number: 0 };
}

/** The same counts, under other names. */
function usageOf(usage: Chat.ChatCompletionChunk["usage"]): Responses.ResponseUsage | undefined {
  if (!usage) return undefined;
  return {
    input_tokens: usage.prompt_tokens,
    input_tokens_details: { cached_tokens: usage.prompt_tokens_details?.cached_tokens },
    output_tokens: usage.completion_tokens,
    output_tokens_details: { reasoning_tokens: usage.completion_tokens_details?.reasoning_tokens },
    total_tokens: usage.total_tokens,
  } as Responses.ResponseUsage;
}
