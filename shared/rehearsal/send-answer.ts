import type { ServerResponse } from "node:http";
import { setImmediate, setTimeout } from "node:timers/promises";
import type { Answer } from "./answer.ts";

/** Sends the answer, or does to it what its fault says. A client that left ends the wait. */
export async function sendAnswer(response: ServerResponse, answer: Answer): Promise<void> {
  if (answer.delayMs) await waitUnlessClosed(response, answer.delayMs);
  if (response.destroyed) return;
  const body = Buffer.from(JSON.stringify(answer.body));
  switch (answer.fault) {
    case "stall":
      return;
    case "connection-reset":
      response.socket?.resetAndDestroy();
      return;
    case "reset-mid-body":
      writeHead(response, answer, body.length);
      response.write(body.subarray(0, body.length / 2), () => response.destroy());
      return;
    case "split-bytes":
      writeHead(response, answer, body.length);
      return writePieces(response, body);
    case "html-page":
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end("<!doctype html><title>Welcome</title><h1>It works!</h1>");
      return;
    default:
      writeHead(response, answer, body.length);
      response.end(body);
  }
}

async function waitUnlessClosed(response: ServerResponse, delayMs: number): Promise<void> {
  const left = new AbortController();
  response.once("close", () => left.abort());
  await setTimeout(delayMs, undefined, { signal: left.signal }).catch(() => {});
}

function writeHead(response: ServerResponse, answer: Answer, length: number): void {
  response.writeHead(answer.status, {
    "content-type": "application/json",
    "content-length": length,
    ...answer.headers,
  });
}

/** A new piece begins inside every character of more than one byte. */
async function writePieces(response: ServerResponse, body: Buffer): Promise<void> {
  response.socket?.setNoDelay(true);
  let start = 0;
  for (let index = 1; index < body.length; index += 1) {
    if (((body[index] ?? 0) & 0xc0) !== 0x80) continue;
    if (response.destroyed) return;
    response.write(body.subarray(start, index));
    await setImmediate();
    start = index;
  }
  response.end(body.subarray(start));
}
