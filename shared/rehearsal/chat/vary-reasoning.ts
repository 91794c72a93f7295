import { changeChoice } from "./change-choice.ts";
import type { Message, Reasoned } from "./completion.ts";
import type { Piece } from "./piece.ts";
import type { Variant } from "./variant.ts";

/** Where the reasoning is. */
export const varyReasoning = {
  reasoning: rename((text) => ({ reasoning: text })),
  "reasoning-details": rename((text) => ({
    reasoning_details: [{ type: "reasoning.text", text, index: 0 }],
  })),
  "reasoning-twice": rename((text) => ({ reasoning: text, reasoning_content: text })),
  "think-tags": {
    pieces: addTags,
    completion: (completion) =>
      changeChoice(completion, ({ message }) => ({ message: moveIntoContent(message) })),
  },
} satisfies Record<string, Variant>;

function rename(name: (text: string) => Reasoned): Variant {
  function renamed<Said extends Reasoned>(said: Said): Said {
    const { reasoning_content: text, ...rest } = said;
    return text === undefined ? said : ({ ...rest, ...name(text) } as Said);
  }
  return {
    pieces: (pieces) =>
      pieces.map((piece) => (piece.delta ? { ...piece, delta: renamed(piece.delta) } : piece)),
    completion: (completion) =>
      changeChoice(completion, ({ message }) => ({ message: renamed(message) })),
  };
}

function moveIntoContent({ reasoning_content: text, ...message }: Message): Message {
  if (text === undefined) return message;
  return { ...message, content: `<think>${text}</think>${message.content ?? ""}` };
}

function addTags(pieces: Piece[]): Piece[] {
  const isReasoning = ({ delta }: Piece) => delta?.reasoning_content !== undefined;
  const first = pieces.find(isReasoning);
  const last = pieces.findLast(isReasoning);
  return pieces.flatMap((piece) => {
    if (!isReasoning(piece)) return [piece];
    const text = piece.delta?.reasoning_content ?? "";
    const opening = piece === first ? ["<thi", "nk>"] : [];
    const closing = piece === last ? ["</", "think>"] : [];
    return [...opening, text, ...closing].map((content) => ({ ...piece, delta: { content } }));
  });
}
