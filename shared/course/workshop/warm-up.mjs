// What the first test of a chapter would have to wait for: the client and Node's own parts of a request are loaded by
// one request, to a server of this thread.
import { createServer } from "node:http";
import OpenAI from "openai";

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end("data: {}\n\n");
});
server.once("error", () => {});
server.listen(0, "127.0.0.1", async () => {
  const baseURL = `http://127.0.0.1:${server.address().port}`;
  const client = new OpenAI({ apiKey: "none", baseURL, maxRetries: 0, logLevel: "off" });
  try {
    for await (const _ of await client.responses.create({ model: "none", stream: true })) break;
  } catch {
    // what does not work here does not work in the tests, and they say so
  }
  server.closeAllConnections();
  server.close();
});
