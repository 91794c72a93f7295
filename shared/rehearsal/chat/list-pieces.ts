import { cutIntoPieces } from "../cut-into-pieces.ts";
import type { ScriptedItem } from "../scenario.ts";
import { separator } from "./build-completion.ts";
import type { Delta, Piece } from "./piece.ts";

/** From the role to the last piece of the last item: the items in the order of the script. */
export function listPieces(output: ScriptedItem[]): Piece[] {
  const content = output.some(({ type }) => type === "message") ? "" : null;
  return [
    { delta: { role: "assistant", content, refusal: null } },
    ...output.flatMap((item, index) => {
      const deltas = item.type === "call" ? cutCall(item, output) : cutText(item, output);
      return deltas.map((delta): Piece => ({ delta, pieceOf: index }));
    }),
  ];
}

type ScriptedCall = Extract<ScriptedItem, { type: "call" }>;
type ScriptedText = Exclude<ScriptedItem, ScriptedCall>;

const fields = {
  message: "content",
  refusal: "refusal",
  reasoning: "reasoning_content",
} as const;

function cutText(item: ScriptedText, output: ScriptedItem[]): Delta[] {
  const isFirst = output.find(({ type }) => type === item.type) === item;
  const pieces = isFirst ? cutIntoPieces(item) : [separator, ...cutIntoPieces(item)];
  return pieces.map((piece) => ({ [fields[item.type]]: piece }));
}

/** What it is first, then its arguments. */
function cutCall(item: ScriptedCall, output: ScriptedItem[]): Delta[] {
  const index = output.filter(({ type }) => type === "call").indexOf(item);
  const { callId: id, name } = item;
  return [
    { tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] },
    ...cutIntoPieces(item).map((piece) => ({
      tool_calls: [{ index, function: { arguments: piece } }],
    })),
  ];
}
