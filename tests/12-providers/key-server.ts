import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { completed, message } from "../06-streaming/odd-server.ts";

export type KeyServer = {
  url: string;
  /** Of each request: its path, and what it says of who asks. */
  seen: string[];
};

export type Refusal = { status: number; message: string };

/** A server on loopback that greets on each path of the API, or refuses everything with this. */
export async function withKeyServer(
  use: (server: KeyServer) => Promise<void>,
  refusal?: Refusal,
): Promise<void> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    request.resume();
    seen.push(whoAsks(request));
    const path = request.url ?? "";
    const isStream = path.endsWith("/responses") && !refusal;
    response.writeHead(refusal?.status ?? 200, {
      "content-type": isStream ? "text/event-stream" : "application/json",
      "retry-after": "0",
    });
    const body = refusal ? { error: { message: refusal.message } } : greetingOn(path);
    response.end(isStream ? completed(message("Hi.")) : JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, seen });
  } finally {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }
}

function whoAsks({ url, headers }: IncomingMessage): string {
  const names = ["authorization", "openai-organization", "openai-project", "x-gateway-token"];
  return [url, ...names.flatMap((name) => headers[name] ?? [])].join(" ");
}

function greetingOn(path: string): object {
  if (path.endsWith("/models")) return { object: "list", data: [{ id: "m" }] };
  return { choices: [{ message: { content: "Hi." }, finish_reason: "stop" }] };
}
