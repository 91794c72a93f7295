import type { ScriptedResponse } from "./scenario.ts";

/** What is written, block by block, and how it ends. */
export type StreamPlan = { blocks: Block[]; ending: Ending };

/** A text is sent as it is. */
export type Block = StreamedEvent | string;

export type StreamedEvent = {
  /** Sent as `event:`; without a name only the data is sent. */
  name?: string;
  data: object;
  /** The item of the script that it carries a piece of. */
  pieceOf?: number;
};

/** `silence` and `pings` keep the connection open. */
export type Ending = "close" | "reset" | "silence" | "pings";

/** A stream in the words of one API, and what its faults say in them. */
export type Telling = {
  /** All of it in order, when nothing goes wrong on the way. */
  blocks: Block[];
  /** How many of the blocks come before the first item. */
  opening: number;
  /** How many go at most before a fault that strikes at a point. */
  latest: number;
  /** The server breaks off. */
  error: StreamedEvent;
  /** How it ends when the model failed. */
  failed: StreamedEvent;
  /** Of a kind that no client knows. */
  unknown: StreamedEvent;
};

/** The stream as its fault leaves it. */
export function planStream(telling: Telling, script: ScriptedResponse): StreamPlan {
  const { blocks, error, failed, unknown } = telling;
  const after = Math.min(script.after ?? findMiddle(telling), telling.latest);
  const first = blocks.slice(0, after);
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
      return { blocks: [...first, error], ending: "close" };
    case "response-failed":
      return { blocks: [...first, failed], ending: "close" };
    case "broken-json":
      return { blocks: [...first, noJson, ...blocks.slice(after)], ending: "close" };
    case "unknown-events":
      return { blocks: addUnknown(blocks, unknown), ending: "close" };
    case "keep-alive":
      return { blocks: blocks.flatMap(addNoise), ending: "close" };
    default:
      return { blocks, ending: "close" };
  }
}

/** As a proxy sends it that keeps the connection alive in its own way. */
const noJson = "data: : keepalive\n\n";

/** Behind half of the pieces of the first item that has some. */
function findMiddle({ blocks, opening }: Telling): number {
  const items = blocks.map((block) => (typeof block === "string" ? undefined : block.pieceOf));
  const start = items.findIndex((item) => item !== undefined);
  if (start < 0) return opening;
  const count = items.slice(start).findIndex((item) => item !== items[start]);
  return start + Math.max(1, Math.floor(count / 2));
}

/** A client that takes whatever comes for text is found out here. */
function addUnknown(blocks: Block[], unknown: StreamedEvent): Block[] {
  return blocks.flatMap((block, index) => {
    return index === 0 || typeof block === "string" ? [block] : [unknown, block];
  });
}

const noise = [
  ": OPENROUTER PROCESSING\n\n",
  "retry: 3000\n\n",
  "id: 7\n\n",
  ": ping\n",
  "id: 8\n",
];

/** Some of it stands between two events, some within one. */
function addNoise(block: Block, index: number): Block[] {
  return [noise[index % noise.length] ?? "", block];
}
