import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";

export type Silence = {
  /** What is sent before it; without one not even the headers are. */
  body?: string[];
  encoding?: string;
  type?: string;
  /** A comment, every 20 ms. */
  pings?: boolean;
};

export type SilentServer = {
  url: string;
  /** Resolves when all that comes has been sent. */
  silent: Promise<void>;
  /** Resolves when the client has left. */
  left: Promise<void>;
};

/** A server on loopback that answers with this, says no more, and keeps the connection open. */
export async function withSilentServer(
  silence: Silence,
  use: (server: SilentServer) => Promise<void>,
): Promise<void> {
  const tell = { silent: () => {}, left: () => {} };
  const silent = new Promise<void>((resolve) => Object.assign(tell, { silent: resolve }));
  const left = new Promise<void>((resolve) => Object.assign(tell, { left: resolve }));
  const server = createServer((request, response) => {
    request.resume();
    response.once("close", tell.left);
    void send(response, silence).then(tell.silent);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { port } = server.address() as AddressInfo;
    await use({ url: `http://127.0.0.1:${port}/v1`, silent, left });
  } finally {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }
}

async function send(response: ServerResponse, silence: Silence): Promise<void> {
  const { body, encoding = "identity", type = "text/event-stream", pings } = silence;
  if (!body) return;
  response.writeHead(200, { "content-type": type, "content-encoding": encoding });
  response.flushHeaders();
  for (const piece of body) await new Promise((resolve) => response.write(piece, resolve));
  if (pings) void ping(response);
}

async function ping(response: ServerResponse): Promise<void> {
  for (; !response.destroyed; await setTimeout(20)) response.write(": ping\n\n");
}
