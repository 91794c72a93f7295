import type { ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import type { Answer } from "./answer.ts";
import { sendStream } from "./send-stream.ts";
import { untilClosed } from "./until-closed.ts";
import { writePieces } from "./write-pieces.ts";

/** Sends the answer, or does to it what its fault says. A client that left ends the wait. */
export async function sendAnswer(response: ServerResponse, answer: Answer): Promise<void> {
  if (answer.delayMs) await waitUnlessClosed(response, answer.delayMs);
  if (response.destroyed) return;
  switch (answer.fault) {
    case "connection-reset":
      response.socket?.resetAndDestroy();
      return;
    case "html-page":
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end("<!doctype html><title>Welcome</title><h1>It works!</h1>");
      return;
    default:
      return answer.stream
        ? sendStream(response, answer, answer.stream)
        : sendBody(response, answer);
  }
}

async function waitUnlessClosed(response: ServerResponse, delayMs: number): Promise<void> {
  const signal = untilClosed(response);
  await setTimeout(delayMs, undefined, { signal }).catch(() => {});
}

async function sendBody(response: ServerResponse, answer: Answer): Promise<void> {
  const body = Buffer.from(JSON.stringify(answer.body));
  switch (answer.fault) {
    case "stall":
      return;
    case "reset-mid-body":
      writeHead(response, answer, body.length);
      response.write(body.subarray(0, body.length / 2), () => response.destroy());
      return;
    case "split-bytes":
      writeHead(response, answer, body.length);
      await writePieces(response, body);
      response.end();
      return;
    default:
      writeHead(response, answer, body.length);
      response.end(body);
  }
}

function writeHead(response: ServerResponse, answer: Answer, length: number): void {
  response.writeHead(answer.status, {
    "content-type": "application/json",
    "content-length": length,
    ...answer.headers,
  });
}
