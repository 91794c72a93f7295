import type { SessionEvent } from "../../../shared/events.ts";
import { readText } from "./read-text.ts";
import { closeRow, reduceToolRow } from "./reduce-tool-row.ts";
import type { Entry, Item, ToolRow, Transcript } from "./tui-state.ts";

/** Calls run one after the other: where this much stands behind one, its end has been lost. */
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
      return { kind: "user", text: readText(event.text) };
    case "assistant.message":
      return { kind: "assistant", text: readText(event.text) };
    case "tool.started": {
      const { callId, name, args, sequence } = event;
      // told twice; the same id after the end of its call is another call
      if (open.some((item) => isRunning(item) && item.callId === callId)) return undefined;
      const call = { callId: readText(callId), name: readText(name), args: readText(args) };
      return { kind: "tool", ...call, sequence, output: "", status: "running" };
    }
    case "turn.failed":
      return { kind: "error", text: readText(event.error) };
    default:
      return undefined;
  }
}

/** What stands before the first running call can't change any more. */
function settle({ settled, open }: Transcript): Transcript {
  const place = open.findIndex((item, index) => isRunning(item) && open.length - index <= MAX_OPEN);
  const end = place < 0 ? open.length : place;
  return {
    settled: open.slice(0, end).reduce<Entry | undefined>(append, settled),
    open: open.slice(end),
  };
}

function append(before: Entry | undefined, item: Item): Entry {
  return { item: isRunning(item) ? closeRow(item, "Nothing more was heard of it.") : item, before };
}

function isRunning(item: Item): item is ToolRow {
  return item.kind === "tool" && item.status === "running";
}
