import type { Turn } from "./agent.ts";

/** What is told of a response while it is written. */
export type Pieces = {
  /** A piece of the reasoning. Where it goes on in another place, it begins a paragraph. */
  think(piece: string, place: string): void;
  /** A piece of the message with this id. */
  write(piece: string, messageId: string): void;
  /** All that was written so far, without the reasoning. */
  text(): string;
};

export function tellPieces(turn: Turn | undefined): Pieces {
  const messages = new Map<string, string>();
  let placeBefore: string | undefined;
  return {
    think(piece, place) {
      if (!piece) return;
      const text = place === (placeBefore ?? place) ? piece : `\n\n${piece}`;
      placeBefore = place;
      turn?.emit({ type: "reasoning.delta", text });
    },
    write(piece, messageId) {
      if (!piece) return;
      const before = messages.get(messageId);
      const startsAnother = before === undefined && messages.size > 0;
      messages.set(messageId, (before ?? "") + piece);
      turn?.emit({
        type: "assistant.delta",
        text: piece,
        ...(startsAnother && { startsAnother }),
      });
    },
    text: () => [...messages.values()].join("\n\n"),
  };
}
