import type { StreamEvent } from "./list-events.ts";
import type { ScriptedResponse } from "./scenario.ts";

/** What is written, block by block, and how it ends. */
export type StreamPlan = { blocks: Block[]; ending: Ending };

/** A text is sent as it is. */
export type Block = StreamEvent | UnknownEvent | string;

type UnknownEvent = { type: "rehearsal.unknown.delta"; delta: string; sequence_number: number };

/** `silence` and `pings` keep the connection open. */
export type Ending = "close" | "reset" | "silence" | "pings";

/** The stream as its fault leaves it. */
export function planStream(events: StreamEvent[], script: ScriptedResponse): StreamPlan {
  const after = script.after ?? findMiddle(events);
  const first = events.slice(0, after);
  switch (script.fault) {
    case "stream-ends-early":
      return { blocks: first, ending: "close" };
    case "reset-mid-body":
      return { blocks: first, ending: "reset" };
    case "stall":
      return { blocks: first, ending: "silence" };
    case "stall-with-comments":
      return { blocks: first, ending: "pings" };
    case "error-event":
      return { blocks: [...first, errorEvent(first.length)], ending: "close" };
    case "response-failed":
      return { blocks: [...first, ...renumber(events.slice(-1), first.length)], ending: "close" };
    case "broken-json":
      return { blocks: [...first, noJson, ...events.slice(after)], ending: "close" };
    case "unknown-events":
      return { blocks: renumber(events.flatMap(addUnknown)), ending: "close" };
    case "keep-alive":
      return { blocks: events.flatMap(addNoise), ending: "close" };
    default:
      return { blocks: events, ending: "close" };
  }
}

/** As a proxy sends it that keeps the connection alive in its own way. */
const noJson = "data: : keepalive\n\n";

/** Behind half of the deltas of the first item that has some. */
function findMiddle(events: StreamEvent[]): number {
  const indexOfDelta = events.findIndex(({ type }) => isDelta(type));
  // behind created and in_progress
  if (indexOfDelta < 0) return 2;
  const count = events.slice(indexOfDelta).findIndex(({ type }) => !isDelta(type));
  return indexOfDelta + Math.max(1, Math.floor(count / 2));
}

export function isDelta(type: string): boolean {
  return type.endsWith(".delta");
}

function errorEvent(sequence_number: number): StreamEvent {
  const message = "The server had an error while it wrote this response.";
  return { type: "error", code: "server_error", message, param: null, sequence_number };
}

function renumber<Event extends { sequence_number: number }>(events: Event[], from = 0): Event[] {
  return events.map((event, index) => ({ ...event, sequence_number: from + index }));
}

const unknown: UnknownEvent = {
  type: "rehearsal.unknown.delta",
  delta: "You should not read this.",
  sequence_number: 0,
};

/** A client that takes every `delta` for text is found out here. */
function addUnknown(event: StreamEvent): (StreamEvent | UnknownEvent)[] {
  return event.type === "response.created" ? [event] : [unknown, event];
}

const noise = [
  ": OPENROUTER PROCESSING\n\n",
  "retry: 3000\n\n",
  "id: 7\n\n",
  ": ping\n",
  "id: 8\n",
];

/** Some of it stands between two events, some within one. */
function addNoise(event: StreamEvent, index: number): Block[] {
  return [noise[index % noise.length] ?? "", event];
}
