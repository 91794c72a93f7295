import type { SessionEvent, SessionEventBody } from "../../shared/events.ts";

/** Events of one turn, numbered as they come. */
export function eventsOf(...bodies: SessionEventBody[]): SessionEvent[] {
  return bodies.map((body, index) => ({
    ...body,
    sessionId: "s1",
    turnId: "t1",
    sequence: index + 1,
    at: new Date(Date.UTC(2026, 0, 1) + index).toISOString(),
  }));
}

/** A turn with one call. */
export const turnWithCall = eventsOf(
  { type: "turn.started" },
  { type: "user.message", text: "Run it." },
  { type: "tool.started", callId: "call_1", name: "run_command", args: '{"command":"x"}' },
  { type: "tool.progress", callId: "call_1", name: "run_command", stream: "stdout", text: "one\n" },
  { type: "tool.progress", callId: "call_1", name: "run_command", stream: "stdout", text: "two\n" },
  { type: "tool.finished", callId: "call_1", name: "run_command", output: "one\ntwo\n" },
  { type: "assistant.message", text: "Done." },
  { type: "turn.completed" },
);
