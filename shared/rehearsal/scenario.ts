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
  /** The model's answers to the requests of one turn, in order. Every turn plays them from the start. */
  responses: ScriptedResponse[];
};

export type ScriptedResponse = {
  /** Ignored beside a fault that leaves no room for it, such as a status or a web page. */
  output: ScriptedItem[];
  /** What goes wrong on the way, instead of or after the output. */
  fault?: Fault;
  /** Milliseconds before the first byte. */
  delayMs?: number;
};

export type ScriptedItem =
  | { type: "message"; text: string }
  | { type: "refusal"; text: string }
  | { type: "reasoning"; text: string }
  /** `args` is sent as it is, also when it is no JSON. */
  | { type: "call"; callId: string; name: string; args: string };

export type Fault =
  | "status-401"
  | "status-429"
  | "status-500"
  | "connection-reset"
  | "reset-mid-body"
  | "response-failed"
  | "response-incomplete"
  | "empty-output"
  | "stall"
  | "split-bytes"
  | "html-page";
