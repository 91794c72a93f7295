import type { Turn } from "./agent.ts";

/** What is told of a response while it is written. */
export type Pieces = {
  /** A piece of the reasoning. `place` names the part it belongs to, whatever the name: another part is another paragraph. */
  think(piece: string, place: string): void;
  /** A piece of a message. `place` names the message. */
  write(piece: string, place: unknown): void;
  /** The messages so far, with an empty line between two of them. */
  text(): string;
};

/** Empty pieces are not told. */
export function tellPieces(turn: Turn | undefined): Pieces {
  const messages = new Map<unknown, string>();
  let placeBefore: string | undefined;
  return {
    think(piece, place) {
      if (typeof piece !== "string" || piece === "") return;
      const isElsewhere = placeBefore !== undefined && place !== placeBefore;
      placeBefore = place;
      turn?.emit({ type: "reasoning.delta", text: isElsewhere ? `\n\n${piece}` : piece });
    },
    write(piece, place) {
      if (typeof piece !== "string" || piece === "") return;
      const startsAnother = messages.size > 0 && !messages.has(place);
      messages.set(place, (messages.get(place) ?? "") + piece);
      turn?.emit({
        type: "assistant.delta",
        text: piece,
        ...(startsAnother && { startsAnother }),
      });
    },
    text: () => [...messages.values()].join("\n\n"),
  };
}
