import type { ChatError, Reasoned, Usage } from "./completion.ts";

/** What one chunk says, without what is the same in all of them. */
export type Piece = {
  /** Without a delta the chunk has no choices. */
  delta?: Delta;
  /** Null until the end. */
  finish?: string;
  /** The field is left out where it is undefined. */
  usage?: Usage | null;
  /** Alone where there is no delta. */
  error?: ChatError;
  /** Not a chunk, but the [DONE] behind them. */
  done?: true;
  /** The item of the script that it carries a piece of. */
  pieceOf?: number;
};

export type Delta = Reasoned & {
  role?: "assistant";
  content?: string | null;
  refusal?: string | null;
  tool_calls?: CallPiece[];
};

export type CallPiece = {
  index?: number;
  id?: string | null;
  type?: "function";
  function?: { name?: string; arguments?: string };
};
