import { changeChoice } from "./change-choice.ts";
import type { Call } from "./completion.ts";
import type { CallPiece, Piece } from "./piece.ts";
import type { Variant } from "./variant.ts";
import { mapCalls } from "./vary-calls.ts";

/** What the ids of the calls are. */
export const varyIds = {
  "id-absent": changeIds(() => undefined),
  "id-empty": changeIds(() => ""),
  "id-is-name": changeIds((name) => name),
  "id-late": { pieces: delayIds },
} satisfies Record<string, Variant>;

type Named = { id?: string | null; function?: { name?: string } };

function changeIds(idFor: (name: string) => string | undefined): Variant {
  function changed<Called extends Call | CallPiece>(called: Called): Called {
    const { id: _, ...rest }: Named = called;
    const id = idFor(rest.function?.name ?? "");
    return ("id" in called ? { ...(id === undefined ? {} : { id }), ...rest } : called) as Called;
  }
  return {
    pieces: (pieces) => mapCalls(pieces, changed),
    completion: (completion) =>
      changeChoice(completion, ({ message }) => {
        const { tool_calls, ...rest } = message;
        return { message: tool_calls ? { ...rest, tool_calls: tool_calls.map(changed) } : rest };
      }),
  };
}

function delayIds(pieces: Piece[]): Piece[] {
  const ids = new Map<number | undefined, string | null | undefined>();
  for (const { pieceOf, delta } of pieces) {
    const id = delta?.tool_calls?.[0]?.id;
    if (id) ids.set(pieceOf, id);
  }
  return pieces.map((piece) => {
    const last = pieces.findLast(({ pieceOf }) => pieceOf === piece.pieceOf);
    const [changed = piece] = mapCalls([piece], (call) => {
      if (piece === last) return { id: ids.get(piece.pieceOf), ...call };
      return "id" in call ? { ...call, id: null } : call;
    });
    return changed;
  });
}
