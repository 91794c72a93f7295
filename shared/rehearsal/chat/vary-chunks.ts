import { changeChoice } from "./change-choice.ts";
import type { Piece } from "./piece.ts";
import type { Variant } from "./variant.ts";

/** What stands in the chunks beside what they are sent for. */
export const varyChunks = {
  "empty-choices": {
    pieces: (pieces) => pieces.flatMap((piece) => (piece.delta ? [{}, piece] : [piece])),
  },
  "content-beside-calls": {
    pieces: (pieces) => pieces.map(addContent),
    completion: (completion) =>
      changeChoice(completion, ({ message }) => ({
        message: { ...message, content: message.content ?? "" },
      })),
  },
  "role-in-every-chunk": {
    pieces: (pieces) =>
      pieces.map((piece) =>
        piece.delta ? { ...piece, delta: { role: "assistant", ...piece.delta } } : piece,
      ),
  },
} satisfies Record<string, Variant>;

function addContent(piece: Piece, index: number): Piece {
  if (!piece.delta?.tool_calls) return piece;
  return { ...piece, delta: { content: index % 2 === 0 ? null : "", ...piece.delta } };
}
