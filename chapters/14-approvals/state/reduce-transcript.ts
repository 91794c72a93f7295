import type { SessionEvent } from "../../../shared/events.ts";
import { failRow, reduceToolRow } from "./reduce-tool-row.ts";
import { textOrEmpty } from "./text-or-empty.ts";
import type { Entry, Item, ToolRow, Transcript } from "./tui-state.ts";

/**
 * Bounds what each event looks through. Calls run one after the other: where this much stands behind a
 * running one, its end has been lost.
 */
const MAX_OPEN = 64;

/** Every open item sees the event, and what it adds comes after them. */
export function reduceTranscript(transcript: Transcript, event: SessionEvent): Transcript {
  const { settled, open } = transcript;
  const reduced = open.map((item) => (item.kind === "tool" ? reduceToolRow(item, event) : item));
  const added = newItem(event, open);
  if (added) return settle({ settled, open: [...reduced, added] });
  if (reduced.every((item, place) => item === open[place])) return transcript;
  return settle({ settled, open: reduced });
}

function newItem(event: SessionEvent, open: readonly Item[]): Item | undefined {
  switch (event.type) {
    case "user.message":
      return { kind: "user", text: textOrEmpty(event.text) };
    case "assistant.message":
      return { kind: "assistant", text: textOrEmpty(event.text) };
    case "tool.started": {
      const { name, args, sequence } = event;
      const callId = textOrEmpty(event.callId);
      // a second start of a running call; after its end, the id is a new call
      if (open.some((item) => isRunning(item) && item.callId === callId)) return undefined;
      return {
        kind: "tool",
        callId,
        name: textOrEmpty(name),
        args: textOrEmpty(args),
        sequence,
        output: "",
        status: "running",
      };
    }
    case "assistant.interrupted":
      return { kind: "interrupted", text: textOrEmpty(event.text) };
    case "session.resumed":
      return { kind: "notice", text: describeResumed(event.notices) };
    case "model.retrying":
      return { kind: "notice", text: describeRetrying(event) };
    case "turn.metrics":
      return { kind: "metrics", metrics: event };
    case "notice":
      return { kind: "notice", text: textOrEmpty(event.text) };
    case "turn.cancelled":
      return { kind: "notice", text: textOrEmpty(event.reason) };
    case "turn.failed":
      return { kind: "error", text: textOrEmpty(event.error) };
    default:
      return undefined;
  }
}

function describeRetrying({ reason, delayMs }: { reason: unknown; delayMs: unknown }): string {
  const seconds = Number.isFinite(delayMs) ? Math.ceil(Number(delayMs) / 1000) : 0;
  const text = textOrEmpty(reason).trimEnd();
  const sentence = /[.!?…]$/.test(text) ? text : `${text}.`;
  return `${sentence} The request is sent again ${seconds > 0 ? `in ${seconds} s` : "at once"}.`;
}

function describeResumed(notices: unknown): string {
  const sentences = Array.isArray(notices) ? notices.map(textOrEmpty) : [];
  return ["The session goes on.", ...sentences].join("\n");
}

/** What stands before the first running call can't change any more. */
function settle({ settled, open }: Transcript): Transcript {
  const place = open.findIndex((item, index) => isRunning(item) && open.length - index <= MAX_OPEN);
  const end = place < 0 ? open.length : place;
  const over = open.slice(0, end).map(failWhatRuns);
  return { settled: over.reduce<Entry | undefined>(append, settled), open: open.slice(end) };
}

/** A call that settles while it runs has MAX_OPEN items behind it. */
function failWhatRuns(item: Item): Item {
  return isRunning(item) ? failRow(item, "Nothing more was heard of it.") : item;
}

function append(before: Entry | undefined, item: Item): Entry {
  return { item, before };
}

function isRunning(item: Item): item is ToolRow {
  return item.kind === "tool" && item.status === "running";
}
