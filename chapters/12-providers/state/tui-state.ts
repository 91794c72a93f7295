import type { Costs, SessionEvent, ToolDetails } from "../../../shared/events.ts";

/** All that a screen shows. It is made of events, and of nothing else. */
export type TuiState = {
  transcript: Transcript;
  status: Status;
  draft: readonly DraftItem[];
  totals: Totals;
  /** As `provider.changed` says; empty without one. */
  model: string;
};

/** Of the session. */
export type Totals = Costs & { turns: number };

export type Transcript = {
  /** The newest of the items that stay as they are, for ever. */
  settled?: Entry;
  /** Everything from the first running call on. Mostly empty, or that one call. */
  open: readonly Item[];
};

/** A linked list, so that it grows without being copied: each entry knows the one before it. */
export type Entry = {
  item: Item;
  before?: Entry;
};

export type Item =
  | { kind: "user"; text: string }
  | { kind: "assistant"; text: string }
  | ToolRow
  /** Why a turn failed. */
  | { kind: "error"; text: string }
  /** What a turn cost. */
  | { kind: "metrics"; metrics: Extract<SessionEvent, { type: "turn.metrics" }> }
  /** What the program has to say. */
  | { kind: "notice"; text: string }
  /** What was there of an answer when its response broke off. */
  | { kind: "interrupted"; text: string }
  | DraftItem;

/** A part of the response that is being written. It never settles. */
export type DraftItem =
  | { kind: "reasoning"; text: string }
  /** A message. */
  | { kind: "draft"; text: string };

/** A call, from its start on. It keeps its place, and is completed there. */
export type ToolRow = {
  kind: "tool";
  callId: string;
  name: string;
  /** The raw text that the model sent, also when it is no JSON. */
  args: string;
  /** That of the event that started it: unlike a call id, it never comes again. */
  sequence: number;
  /** What it has printed. If nothing: what the model reads. */
  output: string;
  status: "running" | "finished" | "failed";
  error?: string;
  details?: ToolDetails;
};

export type Status = {
  turn: "idle" | "running" | "thinking" | "cancelling" | "waiting";
  /** Of a wait, in milliseconds since 1970. What comes then is not known: an answer, or another wait. */
  until?: number;
};
