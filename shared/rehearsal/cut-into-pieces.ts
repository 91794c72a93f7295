import type { ScriptedItem } from "./scenario.ts";

/**
 * What the deltas of an item carry: joined, its text or its arguments. A character of two units
 * stays whole; a sign of several characters may be cut, as tokenizers do.
 */
export function cutIntoPieces(item: ScriptedItem | undefined): string[] {
  if (!item) return [];
  if (item.type === "call") return item.args.match(/.{1,8}/gsu) ?? [];
  return item.pieces ?? item.text.match(tokens) ?? [];
}

/** A word or a run of signs, each with the space before it, or the white space between them. */
const tokens = / ?[\p{L}\p{M}\p{N}]{1,16}| ?[^\s\p{L}\p{M}\p{N}]{1,16}|\s+(?!\S)|\s+/gu;
