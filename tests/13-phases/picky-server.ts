import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export type Problem = { message: string; param?: string | null; type?: string; code?: string };

/** "ok", or a status and what is said beside it. */
export type Reply = "ok" | [status: number, problem: Problem];

export type PickyServer = {
  baseURL: string;
  /** Every request, in order. */
  bodies: unknown[];
};

/** A server on loopback that gives these replies in this order, the last one for ever. Both wires, in one piece. */
export async function withPickyServer(
  replies: Reply[],
  use: (server: PickyServer) => Promise<void>,
): Promise<void> {
  const bodies: unknown[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(JSON.parse(await textOf(request)));
    const reply = replies[Math.min(bodies.length, replies.length) - 1] ?? "ok";
    const isChat = request.url?.endsWith("/chat/completions");
    const [status, body] = reply === "ok" ? [200, isChat ? completion : completed] : reply;
    const isStream = status === 200 && !isChat;
    response.writeHead(status, {
      "content-type": isStream ? "text/event-stream" : "application/json",
    });
    if (isStream) response.end(`data: ${JSON.stringify(body)}\n\n`);
    else response.end(JSON.stringify(status === 200 ? body : { error: body }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    await use({ baseURL, bodies });
  } finally {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }
}

const content = [{ type: "output_text", text: "Hello.", annotations: [] }];
const completed = {
  type: "response.completed",
  response: {
    id: "resp_1",
    status: "completed",
    output: [{ type: "message", id: "msg_1", role: "assistant", status: "completed", content }],
  },
};
const completion = {
  id: "chat_1",
  choices: [{ index: 0, message: { role: "assistant", content: "Hello." }, finish_reason: "stop" }],
};

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}
