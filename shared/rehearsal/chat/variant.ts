import type { Completion } from "./completion.ts";
import type { Piece } from "./piece.ts";

/** What a variant makes of a stream and of a whole answer. What it leaves out stays as it is. */
export type Variant = {
  pieces?(pieces: Piece[], completion: Completion): Piece[];
  completion?(completion: Completion): Completion;
};
