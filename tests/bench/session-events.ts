import { chapters } from "../../shared/course/chapters.ts";
import type { SessionEvent, SessionEventBody } from "../../shared/events.ts";

/** How a session is long: in turns, or in one turn that does not end. */
export type Shape = "many turns" | "one long turn";

/** The first `count` events of a session of this shape, as a chapter with this number publishes them. */
export function sessionEvents(count: number, shape: Shape, number: number): SessionEvent[] {
  const known = chapters.filter((each) => each.number <= number).flatMap((each) => each.newEvents);
  const [begin, step, end] = [beginning, oneStep, ending].map((bodies) =>
    bodies.filter(({ type }) => known.includes(type)).map((body) => JSON.stringify(body)),
  ) as [string[], string[], string[]];
  const turn = [...begin, ...step, ...end];
  const bodyAt = (place: number) =>
    shape === "many turns"
      ? turn[place % turn.length]
      : (begin[place] ?? step[(place - begin.length) % step.length]);
  const turnAt = (place: number) => (shape === "many turns" ? Math.floor(place / turn.length) : 0);
  return Array.from({ length: count }, (_, place) =>
    readEvent(bodyAt(place) ?? "{}", place + 1, turnAt(place)),
  );
}

/** As from a log. Objects that code puts together come in several layouts, and those of the first are slow to read. */
function readEvent(body: string, sequence: number, turn: number): SessionEvent {
  const at = "2026-01-01T00:00:00.000Z";
  const header = { sessionId: "session_1", turnId: `turn_${turn}`, sequence, at };
  return JSON.parse(`${body.slice(0, -1)},${JSON.stringify(header).slice(1)}`);
}

const call = { callId: "call_1", name: "run_command" };

const beginning: SessionEventBody[] = [
  { type: "turn.started" },
  { type: "user.message", text: "Run the tests, and say what you see." },
];

const oneStep: SessionEventBody[] = [
  { type: "reasoning.delta", text: "The tests " },
  { type: "reasoning.delta", text: "first." },
  { type: "model.responded", items: [] },
  { type: "tool.started", ...call, args: '{"command":"npm test"}' },
  { type: "tool.progress", ...call, stream: "stdout", text: "one\n" },
  { type: "tool.progress", ...call, stream: "stdout", text: "two\n" },
  { type: "tool.finished", ...call, output: "one\ntwo\n" },
  { type: "assistant.delta", text: "They " },
  { type: "assistant.delta", text: "all " },
  { type: "assistant.delta", text: "pass.\n" },
  { type: "assistant.delta", text: "Both of them." },
  { type: "model.responded", items: [] },
  { type: "assistant.message", text: "They all pass.\nBoth of them." },
];

const ending: SessionEventBody[] = [{ type: "turn.completed" }];
