import type { ChatVariant } from "./chat/chat-variant.ts";

/** A named, typed script: what the user says, what lies in the workspace, what the model answers. */
export type Scenario = {
  /** kebab-case, unique. */
  name: string;
  /** What it shows, in a sentence. */
  shows: string;
  /** The first chapter that can run it: 1, 2, … */
  from: number;
  user: string;
  /** Path to text, written into an empty workspace before the turn. */
  files?: Record<string, string>;
  /** Given to the agent; its own limit otherwise. */
  maxToolTurns?: number;
  /** Milliseconds. Given to a chapter that watches for silence; its own limit otherwise. */
  idleMs?: number;
  /** The model's answers to the requests of one turn, in order. Every turn plays them from the start. */
  responses: ScriptedResponse[];
};

export type ScriptedResponse = {
  /** Ignored beside a fault that leaves no room for it, such as a status or a web page. */
  output: ScriptedItem[];
  /** What goes wrong on the way, instead of or after the output. */
  fault?: Fault;
  /**
   * How many events of a stream go before the fault, where it strikes at a point. By default they
   * end behind half of the first item's deltas. In a chat stream all go but the last ones at most:
   * those that say how it ended.
   */
  after?: number;
  /** How often the fault strikes the same request before that is answered; always by default. */
  times?: number;
  /** The header `retry-after` beside a status, instead of the fault's own. */
  retryAfter?: string;
  /** Milliseconds before the first byte. */
  delayMs?: number;
  /** Milliseconds before each delta of a stream; the server's own pace otherwise. */
  paceMs?: number;
  /** The ways of other servers on the path of chat completions, applied in this order. Other paths know none. */
  chat?: ChatVariant[];
};

/** `pieces`: what the deltas of a stream carry, joined the text. By default it is cut word by word. */
export type ScriptedItem =
  | { type: "message"; text: string; pieces?: string[] }
  | { type: "refusal"; text: string; pieces?: string[] }
  | { type: "reasoning"; text: string; pieces?: string[] }
  /** `args` is sent as it is, also when it is no JSON. */
  | { type: "call"; callId: string; name: string; args: string };

export type Fault =
  | "status-401"
  | "status-429"
  | "quota-exceeded"
  | "status-500"
  | "status-503"
  | "connection-reset"
  | "reset-mid-body"
  | "response-failed"
  | "response-incomplete"
  | "empty-output"
  | "stall"
  | "split-bytes"
  | "html-page"
  /** A request that offers tools is refused; another is answered. */
  | "no-tool-support"
  /** A request that asks for a reasoning effort is refused; another is answered. */
  | "no-reasoning-effort"
  | StreamFault;

/** These show in a stream alone: where the client asks for JSON, it gets the whole answer. */
export type StreamFault =
  /** The body ends without a final event. */
  | "stream-ends-early"
  /** An `error` event, then the end. */
  | "error-event"
  /** A `data:` line that is no JSON, then the rest. */
  | "broken-json"
  /** Nothing is lost: types that no client knows stand between the events. */
  | "unknown-events"
  /** Nothing is lost: comments, `retry` and `id` stand between and within the events. */
  | "keep-alive"
  /** Nothing is lost: the lines end as on Windows. */
  | "crlf"
  /** As `stall`, but a comment comes every 100 milliseconds. */
  | "stall-with-comments";
