import { changeChoice } from "./change-choice.ts";
import { chatErrors } from "./chat-errors.ts";
import type { Usage } from "./completion.ts";
import type { Piece } from "./piece.ts";
import type { Variant } from "./variant.ts";

/** How it ends, and what it has cost. */
export const varyEnd = {
  "finish-stop": finishWith("stop"),
  "finish-tool-calls": finishWith("tool_calls"),
  "finish-content-filter": finishWith("content_filter"),
  "finish-error": {
    pieces: (pieces) =>
      pieces.map((piece) =>
        isFinish(piece) ? { ...piece, finish: "error", error: chatErrors.disconnected } : piece,
      ),
    completion: (completion) =>
      changeChoice(completion, () => ({
        finish_reason: "error",
        error: chatErrors.disconnected,
      })),
  },
  "finish-empty": {
    pieces: (pieces) => pieces.map((piece) => ({ finish: "", ...piece })),
  },
  "no-finish": {
    pieces: (pieces) => pieces.filter((piece) => !isFinish(piece)),
  },
  "no-done": {
    pieces: (pieces) => pieces.filter(({ done }) => !done),
  },
  "usage-never": {
    pieces: (pieces) => pieces.filter(({ usage }) => !usage).map(({ usage: _, ...rest }) => rest),
    completion: ({ usage: _, ...completion }) => completion,
  },
  "usage-bare": {
    pieces: (pieces) =>
      pieces.map((piece) => (piece.usage ? { ...piece, usage: bare(piece.usage) } : piece)),
    completion: (completion) => ({
      ...completion,
      usage: completion.usage && bare(completion.usage),
    }),
  },
  "usage-in-finish": {
    pieces: (pieces, { usage }) =>
      pieces
        .filter((piece) => !piece.usage)
        .map((piece) => (isFinish(piece) ? { ...piece, usage } : piece)),
  },
  "error-body": {
    pieces: () => [{ error: chatErrors.overloaded }],
  },
} satisfies Record<string, Variant>;

function bare({ prompt_tokens, completion_tokens, total_tokens }: Usage): Usage {
  return { prompt_tokens, completion_tokens, total_tokens };
}

function isFinish({ finish }: Piece): boolean {
  return finish !== undefined && finish !== "";
}

function finishWith(finish: string): Variant {
  return {
    pieces: (pieces) => pieces.map((piece) => (isFinish(piece) ? { ...piece, finish } : piece)),
    completion: (completion) => changeChoice(completion, () => ({ finish_reason: finish })),
  };
}
