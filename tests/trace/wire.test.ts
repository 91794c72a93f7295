import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { type WireEntry, watchFetch } from "../../shared/trace/wire.ts";

const stream = { "content-type": "text/event-stream" };

/** What is told, and what the client reads, in their order. */
async function watch(
  answer: (response: ServerResponse) => Promise<void> | void,
  read: (response: Response, seen: unknown[]) => Promise<void> = readAll,
): Promise<unknown[]> {
  const server = createServer((_request, response) => void answer(response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const seen: unknown[] = [];
  try {
    const fetch = watchFetch((entry: WireEntry) => entry.wire !== "request" && seen.push(entry));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await read(await fetch(url, { method: "POST", body: '{"stream":true}' }), seen);
  } catch (error) {
    seen.push((error as Error).message);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  return seen;
}

async function readAll(response: Response, seen: unknown[]): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) seen.push(decoder.decode(chunk));
}

it("tells each event of a stream before the client has it, however the bytes came", async () => {
  const bytes =
    'data: {"a":1}\n\n: ping\r\n\r\nevent: x\r\ndata: {"é":\r\ndata: "🙂"}\r\n\r\ndata: last';
  for (const size of [1, 7, 1000]) {
    const seen = await watch(async (response) => {
      response.writeHead(200, stream);
      const all = Buffer.from(bytes);
      for (let start = 0; start < all.length; start += size) {
        await new Promise((resolve) => response.write(all.subarray(start, start + size), resolve));
      }
      response.end();
    });
    expect(seen).toEqual([
      { wire: "stream", status: 200 },
      { wire: "event", data: { a: 1 } },
      'data: {"a":1}\n\n',
      { wire: "event", data: ": ping" },
      ": ping\r\n\r\n",
      { wire: "event", data: { é: "🙂" } },
      'event: x\r\ndata: {"é":\r\ndata: "🙂"}\r\n\r\n',
      { wire: "event", data: "data: last" },
      "data: last",
    ]);
  }
});

it("says how a stream was lost, to whoever watches and to the client", async () => {
  const seen = await watch((response) => {
    response.writeHead(200, stream);
    response.write("data: 1\n\n", () => response.socket?.resetAndDestroy());
  });
  expect(seen).toEqual([
    { wire: "stream", status: 200 },
    { wire: "event", data: 1 },
    "data: 1\n\n",
    { wire: "lost", reason: expect.stringMatching(/./) },
    "terminated",
  ]);
});

it("lets the server go when the client does", async () => {
  let isGone = false;
  const seen = await watch(
    (response) => {
      response.once("close", () => {
        isGone = true;
      });
      response.writeHead(200, stream);
      response.write("data: 1\n\ndata: 2\n\n");
    },
    async (response) => {
      for await (const _ of response.body ?? []) break;
      while (!isGone) await setTimeout(5);
    },
  );
  expect(seen).toEqual([
    { wire: "stream", status: 200 },
    { wire: "event", data: 1 },
  ]);
});

it("tells of a chat stream each chunk, and its [DONE] as it came", async () => {
  const seen = await watch((response) => {
    response.writeHead(200, { "content-type": "text/plain" });
    response.end('data: {"choices":[]}\n\ndata: [DONE]\n\n');
  });
  expect(seen).toEqual([
    { wire: "stream", status: 200 },
    { wire: "event", data: { choices: [] } },
    'data: {"choices":[]}\n\n',
    { wire: "event", data: "data: [DONE]" },
    "data: [DONE]\n\n",
  ]);
});
