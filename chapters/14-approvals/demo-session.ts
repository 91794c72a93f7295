import { setTimeout } from "node:timers/promises";
import type { SessionEventBody } from "../../shared/events.ts";
import { nothingMeasured, reduceMetrics } from "./metrics.ts";
import type { SessionListener, TurnEnding } from "./session.ts";
import { oneByOne, type SessionDriver } from "./session-driver.ts";
import { metricsOf } from "./turn-metrics.ts";

const list = { callId: "call_1", name: "list_workspace" };
const run = { callId: "call_2", name: "run_command" };
const read = { callId: "call_3", name: "read_workspace_file" };

const script: SessionEventBody[] = [
  { type: "assistant.delta", text: "This is a demo:" },
  { type: "assistant.delta", text: " nobody thinks, and nothing is run." },
  { type: "assistant.message", text: "This is a demo: nobody thinks, and nothing is run." },
  { type: "tool.started", ...list, args: '{"path":"."}' },
  { type: "tool.finished", ...list, output: "notes.txt\nsrc/" },
  { type: "tool.started", ...run, args: '{"command":"npm test"}' },
  { type: "tool.progress", ...run, stream: "stdout", text: "count: ok\n" },
  { type: "tool.progress", ...run, stream: "stderr", text: "word-count: slow\n" },
  { type: "tool.progress", ...run, stream: "stdout", text: "word-count: ok\n" },
  { type: "tool.finished", ...run, output: "count: ok\nword-count: slow\nword-count: ok" },
  { type: "tool.started", ...read, args: '{"path":"todo.txt","start_line":1}' },
  { type: "tool.failed", ...read, error: '"todo.txt" does not exist.' },
  { type: "reasoning.delta", text: "One test was slow," },
  { type: "reasoning.delta", text: " and still it passed." },
  { type: "assistant.delta", text: "**Two tests" },
  { type: "assistant.delta", text: " pass**, and" },
  { type: "assistant.delta", text: " there is no `todo.txt`." },
  { type: "assistant.message", text: "**Two tests pass**, and there is no `todo.txt`." },
];

/** Plays the same turn for each line, an event every `pace` milliseconds. Needs no key and no network. */
export function demoDriver(pace = 300): SessionDriver {
  const listeners = new Set<SessionListener>();
  let sequence = 0;
  let turns = 0;
  let measured = nothingMeasured;
  let controller = new AbortController();
  const publish = (body: SessionEventBody, turnId: string) => {
    const at = new Date().toISOString();
    const event = { ...body, sessionId: "demo", turnId, sequence: ++sequence, at };
    measured = reduceMetrics(measured, event);
    for (const listener of listeners) listener(event);
  };
  const end = (ending: TurnEnding, turnId: string) => {
    publish(metricsOf(measured, ending, Date.now()), turnId);
    publish(ending, turnId);
  };
  return {
    send: oneByOne(async (text) => {
      controller = new AbortController();
      const { signal } = controller;
      const turnId = `turn_${++turns}`;
      publish({ type: "turn.started" }, turnId);
      publish({ type: "user.message", text }, turnId);
      for (const body of script) {
        await setTimeout(pace, undefined, { signal }).catch(() => {});
        if (signal.aborted) {
          end({ type: "turn.cancelled", reason: "The demo was cancelled." }, turnId);
          return;
        }
        publish(body, turnId);
      }
      end({ type: "turn.completed" }, turnId);
    }),
    answer: () => {},
    cancel: () => controller.abort(),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onSession: (show) => show([]),
  };
}
