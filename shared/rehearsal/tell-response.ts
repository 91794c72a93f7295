import { listEvents, type NewEvent, type Written } from "./list-events.ts";
import type { StreamedEvent, StreamPlan, Telling } from "./plan-stream.ts";

/** The stream of a response; its events are numbered when all of them are known. */
export function tellResponse(written: Written): Telling {
  const blocks = listEvents(written).map(streamed);
  const { response } = written;
  return {
    blocks,
    // created and in_progress
    opening: 2,
    latest: blocks.length,
    error: streamed(error),
    failed: streamed({ type: "response.failed", response }),
    unknown: { name: unknown.type, data: unknown },
  };
}

function streamed(event: NewEvent): StreamedEvent {
  const { type } = event;
  const pieceOf =
    "output_index" in event && type.endsWith(".delta") ? event.output_index : undefined;
  return { name: type, data: event, pieceOf };
}

const error: NewEvent = {
  type: "error",
  code: "server_error",
  message: "The server had an error while it wrote this response.",
  param: null,
};

const unknown = { type: "rehearsal.unknown.delta", delta: "You should not read this." };

/** By their place in what is really sent. */
export function numberEvents({ blocks, ending }: StreamPlan): StreamPlan {
  let count = 0;
  const numbered = blocks.map((block) => {
    if (typeof block === "string") return block;
    const data = { ...block.data, sequence_number: count };
    count += 1;
    return { ...block, data };
  });
  return { blocks: numbered, ending };
}
