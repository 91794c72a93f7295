import { isObject, type JsonObject } from "../json-value.ts";
import type { Block, Telling } from "../plan-stream.ts";
import type { ScriptedResponse } from "../scenario.ts";
import { chatErrors } from "./chat-errors.ts";
import type { Completion } from "./completion.ts";
import { listPieces } from "./list-pieces.ts";
import type { Piece } from "./piece.ts";
import { varyPieces } from "./vary.ts";

/** The stream of a completion. Its usage is in it where the request asks for that. */
export function tellCompletion(
  completion: Completion,
  script: ScriptedResponse,
  { stream_options }: JsonObject,
): Telling {
  const asked = isObject(stream_options) && stream_options.include_usage === true;
  const plain = addEnd(listPieces(script.output), completion, asked);
  const pieces = varyPieces(plain, script.chat ?? [], completion);
  const lastOfItem = pieces.findLastIndex(({ pieceOf }) => pieceOf !== undefined);
  return {
    blocks: pieces.map((piece) => wrap(piece, completion)),
    opening: 1,
    latest: Math.max(1, lastOfItem + 1),
    error: { data: { error: chatErrors.broken } },
    failed: { data: { error: chatErrors.failed } },
    unknown: { data: chunkOf({ delta: unknown }, completion) },
  };
}

/** A field that no client knows. */
const unknown = { rehearsal_unknown: "You should not read this." };

function addEnd(pieces: Piece[], { choices, usage }: Completion, asked: boolean): Piece[] {
  const told: Piece[] = [...pieces, { delta: {}, finish: choices[0].finish_reason }];
  if (!asked) return [...told, { done: true }];
  return [...told.map((piece) => ({ ...piece, usage: null })), { usage }, { done: true }];
}

function wrap(piece: Piece, completion: Completion): Block {
  if (piece.done) return "data: [DONE]\n\n";
  const { error, delta, pieceOf } = piece;
  return { data: error && !delta ? { error } : chunkOf(piece, completion), pieceOf };
}

function chunkOf(said: Omit<Piece, "delta"> & { delta?: object }, completion: Completion): object {
  const { delta, finish, usage, error } = said;
  const { id, created, model, service_tier } = completion;
  const choice = { index: 0, delta, logprobs: null, finish_reason: finish ?? null };
  return {
    id,
    object: "chat.completion.chunk",
    created,
    model,
    service_tier,
    choices: delta ? [choice] : [],
    ...(usage === undefined ? {} : { usage }),
    ...(error ? { error } : {}),
  };
}
