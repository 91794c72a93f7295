import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { runOneTurnAgain } from "../support/run-again.ts";

const key = "sk-canary-0123456789abcdef";

/** A server that says again which key it was sent. */
async function withTellingServer(use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(({ headers }, response) => {
    const sent = headers.authorization?.replace("Bearer ", "");
    const error = { message: `Incorrect API key provided: ${sent}`, type: "x", param: null };
    response.writeHead(401, { "content-type": "application/json" });
    response.end(JSON.stringify({ error }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
  } finally {
    server.close();
  }
}

it.each([{ args: ["09"] }, { args: ["12"] }, { args: ["12", "--provider", "chat"] }])(
  "PRO-08 a key that the server says again is not shown: trace $args",
  async ({ args }) => {
    await withTellingServer(async (url) => {
      const env = { OPENAI_BASE_URL: url, OPENAI_API_KEY: key, OPENAI_MODEL: "any" };
      for (const flags of [["--wire"], ["--wire", "--json"]]) {
        const { stdout, stderr } = await runOneTurnAgain(["trace", ...args, "hello", ...flags], {
          env,
        });
        expect(stdout).toContain("401 Incorrect API key provided: [key removed]");
        expect(stdout + stderr).not.toContain(key);
      }
    });
  },
);
