import {
  emptyState,
  reduceSessionEvent,
} from "../../chapters/04-reducer/state/reduce-session-event.ts";
import type { ToolRow, TuiState } from "../../chapters/04-reducer/state/tui-state.ts";
import type { SessionEvent, SessionEventBody } from "../../shared/events.ts";

/** Events as a session numbers them: 1, 2, 3 … */
export function numbered(bodies: SessionEventBody[]): SessionEvent[] {
  const header = { sessionId: "s", turnId: "t", at: "2026-01-01T00:00:00.000Z" };
  return bodies.map((body, index) => ({ ...body, ...header, sequence: index + 1 }));
}

export function fold(bodies: SessionEventBody[]): TuiState {
  return numbered(bodies).reduce(reduceSessionEvent, emptyState);
}

export const turnStarted: SessionEventBody = { type: "turn.started" };
export const turnCompleted: SessionEventBody = { type: "turn.completed" };
export const turnFailed: SessionEventBody = { type: "turn.failed", error: "no network" };

export function user(text: string): SessionEventBody {
  return { type: "user.message", text };
}

export function assistant(text: string): SessionEventBody {
  return { type: "assistant.message", text };
}

/** The events of one call, by its id. */
export function call(callId: string) {
  const edge = { callId, name: "look" };
  return {
    started: { type: "tool.started", ...edge, args: "{}" },
    prints: (text: string) => ({ type: "tool.progress", ...edge, stream: "stdout", text }),
    finished: (output: string) => ({ type: "tool.finished", ...edge, output }),
    failed: (error: string) => ({ type: "tool.failed", ...edge, error }),
  } satisfies Record<string, SessionEventBody | ((text: string) => SessionEventBody)>;
}

/** The row of such a call as it begins. */
export function row(callId: string, sequence: number, changes: Partial<ToolRow> = {}): ToolRow {
  const began = { kind: "tool", callId, name: "look", args: "{}", sequence } as const;
  return { ...began, output: "", status: "running", ...changes };
}
