import type { ChatVariant } from "./chat-variant.ts";
import type { Completion } from "./completion.ts";
import type { Piece } from "./piece.ts";
import type { Variant } from "./variant.ts";
import { varyCalls } from "./vary-calls.ts";
import { varyChunks } from "./vary-chunks.ts";
import { varyEnd } from "./vary-end.ts";
import { varyIds } from "./vary-ids.ts";
import { varyReasoning } from "./vary-reasoning.ts";

const variants: Record<ChatVariant, Variant> = {
  ...varyReasoning,
  ...varyChunks,
  ...varyCalls,
  ...varyIds,
  ...varyEnd,
  // these are no matter of what is said
  "plain-text": {},
  "no-stream": {},
};

export function varyCompletion(completion: Completion, names: ChatVariant[]): Completion {
  return names.reduce((varied, name) => variants[name].completion?.(varied) ?? varied, completion);
}

export function varyPieces(pieces: Piece[], names: ChatVariant[], completion: Completion): Piece[] {
  return names.reduce(
    (varied, name) => variants[name].pieces?.(varied, completion) ?? varied,
    pieces,
  );
}
