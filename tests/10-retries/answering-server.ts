import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import OpenAI from "openai";
import { openaiStream } from "../../chapters/10-retries/openai-stream.ts";
import { type RetryOptions, withRetries } from "../../chapters/10-retries/retry.ts";
import type { AgentEvent } from "../../shared/events.ts";
import { completed, message } from "../06-streaming/odd-server.ts";
import { soon } from "./tried.ts";

export type Answer = {
  /** 200 without one. */
  status?: number;
  headers?: Record<string, string>;
  /** As text it is a stream of events. An object is JSON. */
  body?: string | object;
  /** The connection is lost behind the headers, or behind the body. */
  isLost?: boolean;
};

export const hi: Answer = { body: completed(message("Hi.")) };

/** An error of the API with this status, and perhaps these headers. */
export function refusal(status: number, headers: Record<string, string> = {}): Answer {
  const error = { message: "Not now.", type: "any", param: null, code: null };
  return { status, headers, body: { error } };
}

export type Asked = {
  /** One line per event that was told, in order. */
  told: string[];
  /** What the response says, or the sentence that was thrown. */
  said?: string;
  thrown?: string;
  /** How many requests the server has got. */
  requests: number;
};

export type AskOptions = {
  retries?: RetryOptions;
  /** Cancels at the first retry: its wait is not waited for. */
  isCancelled?: boolean;
};

/** Asks once, with the real client, a server that gives one answer after the other, and the last of them for ever. */
export async function ask(answers: Answer[], options: AskOptions = {}): Promise<Asked> {
  let requests = 0;
  const server = createServer((request, response) => {
    request.resume();
    send(response, answers[Math.min(requests++, answers.length - 1)] ?? hi);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const asked = await askAt(baseURL, options);
    return { ...asked, requests };
  } finally {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }
}

/** The same of whatever is at this address. */
export async function askAt(
  baseURL: string,
  { retries = soon, isCancelled }: AskOptions = {},
): Promise<Omit<Asked, "requests">> {
  const client = new OpenAI({ apiKey: "any", baseURL, logLevel: "off", timeout: 5000 });
  const controller = new AbortController();
  const { signal } = controller;
  const told: string[] = [];
  const emit = ({ type, ...payload }: AgentEvent) => {
    told.push([type, ...Object.values(payload)].join(" ").replace(baseURL, "SERVER"));
    if (isCancelled && type === "model.retrying") controller.abort();
  };
  try {
    const createResponse = withRetries(openaiStream(client), retries);
    const response = await createResponse({ model: "any", input: "hello" }, { emit, signal });
    return { told, said: response.output_text };
  } catch (error) {
    return { told, thrown: (error as Error).message.replace(baseURL, "SERVER") };
  }
}

function send(response: ServerResponse, { status = 200, headers, body = "", isLost }: Answer) {
  const type = typeof body === "string" ? "text/event-stream" : "application/json";
  response.writeHead(status, { "content-type": type, ...headers });
  response.flushHeaders();
  const bytes = typeof body === "string" ? body : JSON.stringify(body);
  if (!isLost) response.end(bytes);
  else response.write(bytes || ": ping\n\n", () => response.socket?.resetAndDestroy());
}
