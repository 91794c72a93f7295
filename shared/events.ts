import type { Responses } from "openai/resources";

/**
 * What happens in a turn, in the order in which the course introduces it. The trace speaks these names, and
 * from 03 on the chapters do. A new chapter adds its line to the union and its section at the end.
 *
 *   turn   = turn.started user.message step* [turn.metrics] ending         a notice may stand anywhere
 *   step   = [model.requested] model.retrying* (reasoning.delta | assistant.delta)*
 *            [assistant.interrupted | model.responded] (assistant.message | tool)*
 *   tool   = tool.started [approval.requested approval.resolved] tool.progress* (tool.finished | tool.failed)
 *   ending = turn.completed | turn.failed | turn.cancelled                exactly one, always last
 */
export type SessionEvent = EventHeader & SessionEventBody;

/** What happened, without who, when and where. */
export type SessionEventBody =
  | BareLoopEvent // 01
  | ToolsEvent // 02
  | EventsEvent // 03
  | StreamingEvent // 06
  | SessionsEvent // 07
  | CommandsEvent // 08
  | CancellationEvent // 09
  | RetriesEvent // 10
  | MetricsEvent // 11
  | ProvidersEvent // 12
  | PhasesEvent // 13
  | ApprovalsEvent; // 14

export type EventHeader = {
  sessionId: string;
  /** Absent on an event that belongs to no turn. */
  turnId?: string;
  /** 1, 2, 3 … without gaps as published, over the life of the session. A log leaves the pieces out, and their numbers. */
  sequence: number;
  /** ISO 8601, UTC, with milliseconds. */
  at: string;
};

// 01 bare-loop: a turn begins, and ends in exactly one way

export type BareLoopEvent =
  | { type: "turn.started" }
  | { type: "user.message"; text: string }
  /** One per message of the model, never empty. */
  | { type: "assistant.message"; text: string }
  | { type: "turn.completed" }
  /** `error` is a sentence for a person, with the server's message once. */
  | { type: "turn.failed"; error: string };

// 02 tools: every call has one beginning and one end, joined by its call id

export type ToolsEvent =
  /** `args` is the raw text that the model sent, also when it is no JSON. */
  | { type: "tool.started"; callId: string; name: string; args: string }
  /** `output` is what the model reads; `details`, from 05 on, is for a screen. */
  | {
      type: "tool.finished";
      callId: string;
      name: string;
      output: string;
      details?: ToolDetails;
    }
  /** The turn goes on: the model reads `error`, and is the one who can act on it. */
  | { type: "tool.failed"; callId: string; name: string; error: string };

// 03 events: the program says itself what it does, also while a tool still works

export type EventsEvent =
  /** What a tool prints while it works: its first 32 Ki characters at most. The whole is in its output. */
  { type: "tool.progress"; callId: string; name: string; stream: ToolStream; text: string };

export type ToolStream = "stdout" | "stderr";

/** What the agent reports, in the words of the one who works. Which turn, and when, is for the session to say. */
export type AgentEvent =
  | { type: "assistant.message"; text: string }
  | { type: "tool.execution.started"; callId: string; name: string; args: string }
  | {
      type: "tool.execution.progress";
      callId: string;
      name: string;
      stream: ToolStream;
      text: string;
    }
  | {
      type: "tool.execution.finished";
      callId: string;
      name: string;
      output: string;
      details?: ToolDetails;
    }
  | { type: "tool.execution.failed"; callId: string; name: string; error: string }
  | StreamingEvent
  | Extract<SessionsEvent, { type: "model.responded" }>
  | RetriesEvent
  | Extract<MetricsEvent, { type: "model.requested" }>
  | CommandsEvent
  | ApprovalsEvent;

// 05 tui: what a screen may say of a result, beside what the model reads

export type ToolDetails =
  /** Of a command. The exit code is null when a signal ended it. */
  | { exitCode: number | null; durationMs: number }
  /** Of a file: the size of the whole. `truncated` when a page of it was read. */
  | { bytes: number; truncated: boolean }
  /** Of a search: the lines that were found and shown. */
  | { hits: number }
  /** Of a file that was changed: the change, as a unified diff. */
  | { diff: string };

// 06 streaming: the pieces of a response, while it is written. They are a draft, and the model never hears of them

export type StreamingEvent =
  /** What the model thinks, as far as it lets us see; an empty line stands between its parts. It leaves with its response. */
  | { type: "reasoning.delta"; text: string }
  /** A piece of a message: joined, its pieces are its text. `startsAnother`: of a further message of the same response. */
  | { type: "assistant.delta"; text: string; startsAnother?: true }
  /** The response broke off, and this was there of its messages. It stays on the screen, and the turn fails. */
  | { type: "assistant.interrupted"; text: string };

// 07 sessions: the events are kept, and whoever reads them again has the session

export type SessionsEvent =
  /** The first event of a session, and of no turn. `version` is that of the log; the folder is absolute. */
  | { type: "session.started"; version: 1; workspaceRoot: string }
  /**
   * The session goes on in another process, or begins in a file with something else in it. `notices` are sentences about
   * what of the file could not be read.
   */
  | { type: "session.resumed"; notices: string[] }
  /** The output items as they came: what the model has to hear again. No screen shows them. Usage in tokens. */
  | {
      type: "model.responded";
      items: Responses.ResponseOutputItem[];
      usage?: Responses.ResponseUsage;
      responseId?: string;
    };

// 08 commands: what the program says to its user, and to no model

export type CommandsEvent =
  /** Of no turn, also when it stands in one. */
  { type: "notice"; text: string };

// 09 cancellation: a third way in which a turn can end

export type CancellationEvent =
  /** Every call has its end by then, and nothing of the turn follows. `reason` is a sentence for a person. */
  { type: "turn.cancelled"; reason: string };

// 10 retries: a request that failed is sent again

export type RetriesEvent =
  /** A request failed, for a reason that may pass. `attempt` is the one to come: 2, 3, … */
  { type: "model.retrying"; attempt: number; delayMs: number; reason: string };

// 11 metrics: what a turn cost

export type MetricsEvent =
  /** Before the first attempt of a request; further attempts are told by `model.retrying`. */
  | { type: "model.requested"; model: string }
  /** Right before the ending, whichever it is. */
  | ({ type: "turn.metrics"; status: "ok" | "failed" | "cancelled" } & Costs & {
        /** From the start of the turn to the first piece of a response. Absent when none came. */
        firstMs?: number;
      });

/** Of a turn, or of several. */
export type Costs = {
  /** From the start to the end. */
  timeMs: number;
  /** Sent to the model: each attempt counts. */
  requests: number;
  toolCalls: number;
  /** Between the two ends of the calls. */
  toolMs: number;
  /** In the messages of the model: Unicode code points. */
  chars: number;
  tokens: Tokens;
};

/** As the servers say. A number that none of them said is absent. */
export type Tokens = {
  input?: number;
  /** Of the input. */
  cached?: number;
  output?: number;
  /** Of the output. */
  reasoning?: number;
  total?: number;
  /** How many requests ended without a word on their tokens: then the numbers are too low. */
  unknown: number;
};

// 12 providers: which model the session goes by

export type ProvidersEvent =
  /** From the next request on. What only the model before understands leaves the conversation. */
  { type: "provider.changed"; provider: string; model: string };

// 13 phases: what the model is to do now, and what it may

export type PhasesEvent =
  /** From the next request on. */
  { type: "phase.changed"; phase: PhaseName; effort: Effort };

export type PhaseName = "plan" | "build" | "review";

/** How much the model is asked to think. "off": it is not asked. */
export type Effort = "off" | "low" | "medium" | "high";

// 14 approvals: a call that changes something asks first

export type ApprovalsEvent =
  /** `subject` is the exact command or path; `preview` is all that would be done. */
  | { type: "approval.requested"; callId: string; name: string; subject: string; preview: string }
  /** Always comes: a cancel is an answer too. `reason` is the user's, and the model reads it. */
  | {
      type: "approval.resolved";
      callId: string;
      name: string;
      decision: ApprovalDecision;
      reason?: string;
    };

/** "session": this once, and from now on exactly this command, or this path with whatever content. */
export type ApprovalDecision = "once" | "session" | "deny" | "cancelled";
