import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setImmediate, setTimeout } from "node:timers/promises";
import type { Answer } from "./answer.ts";
import type { Block, Ending, StreamPlan } from "./plan-stream.ts";
import { untilClosed } from "./until-closed.ts";
import { writePieces } from "./write-pieces.ts";

/** Server-sent events, each in a write of its own. A client that leaves ends it at once. */
export async function sendStream(
  response: ServerResponse,
  answer: Answer,
  plan: StreamPlan,
): Promise<void> {
  const signal = untilClosed(response);
  try {
    const headers = { "content-type": "text/event-stream; charset=utf-8", ...answer.headers };
    response.writeHead(200, headers);
    response.flushHeaders();
    for (const block of plan.blocks) await sendBlock(response, answer, { block, signal });
    await endStream(response, plan.ending, signal);
  } catch (error) {
    if (!signal.aborted && !response.destroyed) throw error;
  }
}

async function sendBlock(
  response: ServerResponse,
  { fault, paceMs }: Answer,
  { block, signal }: { block: Block; signal: AbortSignal },
): Promise<void> {
  if (paceMs && isPaced(block)) await setTimeout(paceMs, undefined, { signal });
  signal.throwIfAborted();
  const text = format(block);
  if (fault === "split-bytes") return writePieces(response, Buffer.from(text));
  const bytes = fault === "crlf" ? text.replaceAll("\n", "\r\n") : text;
  if (!response.write(bytes)) await once(response, "drain", { signal });
}

function isPaced(block: Block): boolean {
  return typeof block !== "string" && block.pieceOf !== undefined;
}

function format(block: Block): string {
  if (typeof block === "string") return block;
  const name = block.name === undefined ? "" : `event: ${block.name}\n`;
  return `${name}data: ${JSON.stringify(block.data)}\n\n`;
}

async function endStream(
  response: ServerResponse,
  ending: Ending,
  signal: AbortSignal,
): Promise<void> {
  if (ending === "close") response.end();
  if (ending === "reset") {
    // what was written is held back until then
    await setImmediate();
    response.socket?.destroySoon();
  }
  while (ending === "pings") {
    await setTimeout(100, undefined, { signal });
    response.write(": ping\n\n");
  }
}
