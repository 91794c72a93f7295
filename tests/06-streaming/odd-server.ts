import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import OpenAI from "openai";
import { openaiStream } from "../../chapters/06-streaming/openai-stream.ts";
import type { AgentEvent } from "../../shared/events.ts";

export type OddAnswer = {
  /** What is sent, piece by piece. A number waits so many milliseconds. */
  body: (string | Buffer | number)[];
  /** "text/event-stream" without one. */
  type?: string;
  /** What the headers say of it. */
  encoding?: string;
  /** What happens to the connection then; "close" without one. */
  end?: "close" | "reset" | "silence";
};

export type Asked = {
  /** One line per event that was told, in order. */
  told: string[];
  /** The output of the response, or the sentence that was thrown. */
  output?: unknown;
  thrown?: string;
};

/** Asks once, with the real client, a server on loopback that answers with exactly these bytes. */
export async function askOddServer(
  { body, type = "text/event-stream", encoding = "identity", end = "close" }: OddAnswer,
  { idleMs = 5000, timeout = 5000, seam = openaiStream } = {},
): Promise<Asked> {
  const server = createServer(async (request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": type, "content-encoding": encoding });
    response.socket?.setNoDelay(true);
    for (const piece of body) await sendPiece(response, piece);
    if (end === "close") response.end();
    if (end === "reset") response.socket?.resetAndDestroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const client = new OpenAI({ baseURL, apiKey: "any", timeout });
  const told: string[] = [];
  try {
    const request = { model: "any", input: "hello" };
    const emit = (event: AgentEvent) => told.push(line(event));
    const { output } = await seam(client, idleMs)(request, { emit });
    return { told, output };
  } catch (error) {
    return { told, thrown: (error as Error).message.replace(baseURL, "SERVER") };
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function sendPiece(response: ServerResponse, piece: string | Buffer | number): Promise<void> {
  if (typeof piece === "number") return setTimeout(piece);
  // in a packet of its own
  await new Promise((resolve) => response.write(piece, resolve));
  await setTimeout(0);
}

function line({ type, ...payload }: AgentEvent): string {
  return [type, ...Object.values(payload)].join(" ");
}

/** An event as the API sends it. */
export function event(type: string, fields: object = {}): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}

export function delta(text: unknown, item_id = "msg_1"): string {
  return event("response.output_text.delta", { delta: text, item_id });
}

export function done(item: object | null, output_index?: number): string {
  return event("response.output_item.done", { item, output_index });
}

export function message(text: string): object {
  const content = [{ type: "output_text", text, annotations: [] }];
  return { type: "message", role: "assistant", status: "completed", content };
}

export function call(callId: string, args = "{}"): object {
  return { type: "function_call", call_id: callId, name: "fly", arguments: args };
}

export function completed(...output: object[]): string {
  return event("response.completed", { response: { status: "completed", output } });
}
