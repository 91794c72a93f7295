import type { Chat, Responses } from "openai/resources";
import type { Rehearsal } from "../../shared/rehearsal/server.ts";
import { type Chunk, readChatWithClient } from "./chats.ts";
import { clientOf } from "./clients.ts";

/** A message as the servers write it: ids may be missing, and the reasoning has several names. */
export type Message = {
  content?: string | null;
  refusal?: string | null;
  reasoning?: string;
  reasoning_content?: string;
  reasoning_details?: { text: string }[];
  tool_calls?: Call[];
};

type Call = { id?: string | null; function: { name: string; arguments: string } };

/** How a turn asks: for JSON, or for a stream. */
export type Ask = (
  rehearsal: Rehearsal,
  messages: Chat.ChatCompletionMessageParam[],
) => Promise<Message>;

export const askForJson: Ask = async (rehearsal, messages) => {
  const { completions } = clientOf(rehearsal).chat;
  const { choices } = await completions.create({ model: "any", messages });
  return choices[0]?.message as Message;
};

export const askForStream: Ask = async (rehearsal, messages) => {
  const { chunks, thrown } = await readChatWithClient(rehearsal, { messages });
  if (thrown) throw thrown;
  return joinChunks(chunks);
};

/** Plays one turn as a client does: every call gets an id where it has none of its own, and the output `done ID`. */
export async function playChat(
  rehearsal: Rehearsal,
  messages: Chat.ChatCompletionMessageParam[],
  ask: Ask,
): Promise<string[][]> {
  const played: string[][] = [];
  for (;;) {
    const message = await ask(rehearsal, messages);
    played.push(briefMessage(message));
    const calls = giveIds(message.tool_calls ?? []);
    messages.push({
      role: "assistant",
      content: message.content ?? (calls.length === 0 ? "" : null),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    });
    if (calls.length === 0) return played;
    for (const { id } of calls) {
      messages.push({ role: "tool", tool_call_id: id, content: `done ${id}` });
    }
  }
}

function giveIds(calls: Call[]): Chat.ChatCompletionMessageFunctionToolCall[] {
  const taken = new Set<string>();
  return calls.map(({ id, function: called }, index) => {
    const own = id && !taken.has(id) ? id : `own_${index}`;
    taken.add(own);
    return { id: own, type: "function", function: called };
  });
}

/** In the order of the chunks; the calls in the order of their indexes, or of their coming where they have none. */
export function joinChunks(chunks: Chunk[]): Message {
  const message: Message = {};
  const calls: Call[] = [];
  for (const { choices } of chunks) {
    const { tool_calls = [], ...texts } = (choices[0]?.delta ?? {}) as Delta;
    for (const piece of tool_calls) addPiece(calls, piece);
    for (const [name, text] of Object.entries(texts)) {
      if (name === "role" || text === null) continue;
      const said = typeof text === "string" ? text : text.map((detail) => detail.text).join("");
      message[name as "content"] = (message[name as "content"] ?? "") + said;
    }
  }
  const tool_calls = calls.filter(Boolean);
  return tool_calls.length === 0 ? message : { ...message, tool_calls };
}

type Delta = Record<string, string | null | { text: string }[]> & { tool_calls?: Piece[] };
type Piece = {
  index?: number;
  id?: string | null;
  function?: { name?: string; arguments?: string };
};

function addPiece(calls: Call[], { index, id, function: said }: Piece): void {
  const place = index ?? (said?.name === undefined ? calls.length - 1 : calls.length);
  const call = calls[place] ?? { function: { name: "", arguments: "" } };
  call.id = id || call.id;
  call.function.name += said?.name ?? "";
  call.function.arguments += said?.arguments ?? "";
  calls[place] = call;
}

/** In short; by kind, because a message does not say what came first. */
export function briefMessage(message: Message): string[] {
  const { content, refusal, reasoning_content, reasoning, reasoning_details } = message;
  const details = reasoning_details;
  const thought =
    reasoning_content ??
    reasoning ??
    (typeof details === "string" ? details : details?.map(({ text }) => text).join(""));
  return [
    ...(thought ? [`reasoning ${thought}`] : []),
    ...[content, refusal].filter(Boolean).map((text) => `message ${text}`),
    ...(message.tool_calls ?? []).map(
      ({ function: called }) => `call ${called.name} ${called.arguments}`,
    ),
  ];
}

/** The same of a response of the other path: its texts of a kind, joined as one message has to hold them. */
export function briefAsChat({ output }: Responses.Response): string[] {
  const reasoning = output.flatMap((item) =>
    item.type === "reasoning" ? [item.summary.map(({ text }) => text).join("")] : [],
  );
  const texts = output.flatMap((item) =>
    item.type === "message"
      ? [item.content.map((part) => (part.type === "refusal" ? part.refusal : part.text)).join("")]
      : [],
  );
  const calls = output.filter((item) => item.type === "function_call");
  return [
    ...(reasoning.length === 0 ? [] : [`reasoning ${reasoning.join("\n\n")}`]),
    ...(texts.length === 0 ? [] : [`message ${texts.join("\n\n")}`]),
    ...calls.map((call) => `call ${call.name} ${call.arguments}`),
  ];
}
