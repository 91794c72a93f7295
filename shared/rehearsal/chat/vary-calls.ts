import type { CallPiece, Piece } from "./piece.ts";
import type { Variant } from "./variant.ts";

/** How a stream cuts and orders the calls. A whole answer knows nothing of that. */
export const varyCalls = {
  "no-index": {
    pieces: (pieces) => mapCalls(pieces, ({ index: _, ...call }) => call),
  },
  "arguments-whole": {
    pieces: (pieces) => orderCalls(pieces, (calls) => calls.map((call) => [joinCall(call)])),
  },
  "arguments-by-character": {
    pieces: (pieces) => pieces.flatMap(cutCharacters),
  },
  "calls-interleaved": {
    pieces: (pieces) => orderCalls(pieces, interleave),
  },
  "index-reversed": {
    pieces: (pieces) => orderCalls(pieces, (calls) => calls.toReversed()),
  },
  "same-index-twice": {
    pieces: (pieces) => orderCalls(pieces, (calls) => calls.map(joinFirstTwo)),
  },
} satisfies Record<string, Variant>;

export function mapCalls(pieces: Piece[], change: (call: CallPiece) => CallPiece): Piece[] {
  return pieces.map((piece) => {
    const calls = piece.delta?.tool_calls;
    return calls ? { ...piece, delta: { ...piece.delta, tool_calls: calls.map(change) } } : piece;
  });
}

/** The calls, each with all its pieces, as `order` gives them back, in the place of the first of them. */
function orderCalls(pieces: Piece[], order: (calls: Piece[][]) => Piece[][]): Piece[] {
  const isCall = ({ delta }: Piece) => delta?.tool_calls !== undefined;
  const items = new Set(pieces.filter(isCall).map(({ pieceOf }) => pieceOf));
  const calls = [...items].map((item) => pieces.filter(({ pieceOf }) => pieceOf === item));
  const others = pieces.filter((piece) => !isCall(piece));
  const place = pieces.findIndex(isCall);
  return others.toSpliced(place, 0, ...order(calls).flat());
}

function joinCall(pieces: Piece[]): Piece {
  const [head, ...rest] = pieces.map(callOf);
  const args = rest.map((call) => call.function?.arguments ?? "").join("");
  const whole = { ...head, function: { ...head?.function, arguments: args } };
  return { ...pieces[0], delta: { tool_calls: [whole] } };
}

function joinFirstTwo([head = {}, second, ...rest]: Piece[]): Piece[] {
  if (!second) return [head];
  return [{ ...head, delta: { tool_calls: [callOf(head), callOf(second)] } }, ...rest];
}

function callOf({ delta }: Piece): CallPiece {
  return delta?.tool_calls?.[0] ?? {};
}

function interleave(calls: Piece[][]): Piece[][] {
  const longest = Math.max(0, ...calls.map(({ length }) => length));
  return Array.from({ length: longest }, (_, round) =>
    calls.flatMap((pieces) => pieces[round] ?? []),
  );
}

function cutCharacters(piece: Piece): Piece[] {
  const call = piece.delta?.tool_calls?.[0];
  const args = call?.function?.arguments;
  if (!call || !args) return [piece];
  return [...args].map((character) => ({
    ...piece,
    delta: { tool_calls: [{ ...call, function: { arguments: character } }] },
  }));
}
