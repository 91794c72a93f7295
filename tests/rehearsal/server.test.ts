import { connect, createServer } from "node:net";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { startRehearsal } from "../../shared/rehearsal/server.ts";
import { hello, postChat } from "./chats.ts";
import { clientOf, post, scripted, send, withRehearsal } from "./clients.ts";

const apiError = (message: string, param: string | null, code: string) => ({
  error: { message, type: "invalid_request_error", param, code },
});

describe("the models", () => {
  const model = {
    id: "rehearsal-1",
    object: "model",
    created: expect.any(Number),
    owned_by: "one-turn",
  };

  it("are one, in a list and alone (WIRE 8)", async () => {
    await withRehearsal(undefined, async (rehearsal) => {
      const { models } = clientOf(rehearsal);
      expect((await models.list()).data).toEqual([model]);
      expect(await models.retrieve("rehearsal-1")).toEqual(model);
    });
  });

  it("do not hold another one, but a response is given under any name", async () => {
    await withRehearsal(undefined, async (rehearsal) => {
      expect(await send(`${rehearsal.url}/models/gpt-9`)).toMatchObject({
        status: 404,
        body: apiError(
          "The model 'gpt-9' does not exist. There is 'rehearsal-1'.",
          "model",
          "model_not_found",
        ),
      });
      const response = await clientOf(rehearsal).responses.create({ model: "gpt-9", input: "hi" });
      expect(response.model).toBe("gpt-9");
    });
  });
});

describe("what is no request of the API (WIRE 1)", () => {
  it("is another path: 404", async () => {
    await withRehearsal(undefined, async ({ url }) => {
      const root = url.replace("/v1", "");
      const chats = ["/v1/chat", "/v1/chat/completions/chat/completions", "/chat/completions"];
      const others = ["/", "/responses", "/v1", "/v1/responses/", "/v1/responses/x", "/v1/%"];
      for (const path of [...others, ...chats]) {
        const { status, body } = await send(root + path);
        expect([status, body]).toEqual([
          404,
          apiError(`Invalid URL (GET ${path})`, null, "unknown_url"),
        ]);
      }
    });
  });

  it("is another method on a path that is known: 405, with the one to use", async () => {
    await withRehearsal(undefined, async ({ url }) => {
      const cases = [
        ["GET", "/responses", "POST"],
        ["DELETE", "/responses", "POST"],
        ["GET", "/chat/completions", "POST"],
        ["POST", "/models", "GET"],
        ["PUT", "/models/rehearsal-1", "GET"],
      ] as const;
      for (const [method, path, allowed] of cases) {
        const { status, body, headers } = await send(url + path, { method });
        expect([status, headers.allow, body]).toEqual([
          405,
          allowed,
          apiError(
            `Not allowed to ${method} on /v1${path}. Use ${allowed}.`,
            null,
            "method_not_supported",
          ),
        ]);
      }
    });
  });

  it("is not a query string: that is ignored", async () => {
    await withRehearsal(undefined, async ({ url }) => {
      expect((await send(`${url}/models?api-version=1`)).status).toBe(200);
    });
  });
});

describe("who may ask", () => {
  it("is a client that calls the server by a loopback name", async () => {
    await withRehearsal(undefined, async ({ url }) => {
      for (const host of ["localhost", "LOCALHOST:4010", "127.0.0.1:1", "127.9.9.9", "[::1]:80"]) {
        const { status } = await send(`${url}/models`, { headers: { host } });
        expect([host, status]).toEqual([host, 200]);
      }
      for (const host of [
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.nip.io",
        "1.2.3.4",
      ]) {
        const { status, body } = await send(`${url}/models`, { headers: { host } });
        expect([status, body]).toEqual([
          403,
          apiError(
            `The Host header is '${host}'. The rehearsal model answers only to 127.0.0.1 and localhost.`,
            null,
            "host_not_allowed",
          ),
        ]);
      }
    });
  });

  it("is no client that upgrades: 426 at once, and it may post then (WIRE 2)", async () => {
    await withRehearsal(findScenario("greeting"), async (rehearsal) => {
      const headers = { connection: "Upgrade", upgrade: "websocket" };
      const refusal = await send(`${rehearsal.url}/responses`, { headers });
      expect([refusal.status, refusal.headers.upgrade, refusal.body]).toEqual([
        426,
        "HTTP/1.1",
        apiError(
          "No upgrade to 'websocket' here. Use POST /v1/responses.",
          null,
          "upgrade_not_supported",
        ),
      ]);
      expect((await post(rehearsal, { model: "any", input: "hello" })).status).toBe(200);
      const chat = await send(`${rehearsal.url}/chat/completions`, { headers });
      expect([chat.status, Object(chat.body).error.message]).toEqual([
        426,
        "No upgrade to 'websocket' here. Use POST /v1/chat/completions.",
      ]);
    });
  });

  it("is a client that offers HTTP/2 and goes on without it", async () => {
    await withRehearsal(undefined, async ({ url }) => {
      const headers = { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c" };
      expect((await send(`${url}/models`, { headers })).status).toBe(200);
    });
  });
});

describe("the server", () => {
  it("keeps the bodies in order of arrival, refused ones too", async () => {
    await withRehearsal(findScenario("greeting"), async (rehearsal) => {
      await post(rehearsal, { model: "any", input: "one" });
      await post(rehearsal, "no JSON");
      await post(rehearsal, { input: "two" });
      await post(rehearsal, [3]);
      await postChat(rehearsal, { messages: [] });
      expect(rehearsal.requests).toEqual([
        { model: "any", input: "one" },
        { input: "two" },
        [3],
        { model: "any", messages: [] },
      ]);
    });
  });

  it("tells one line per request, clean of control characters and not without end", async () => {
    const lines: string[] = [];
    const args = `{"path":"\u001b[2J\n\u009b${"x".repeat(300)}`;
    const call = { type: "call", callId: "call_1", name: "read", args } as const;
    const thought = { type: "reasoning", text: "Up." } as const;
    const rehearsal = await startRehearsal({
      scenario: scripted({ output: [thought, call] }),
      log: (line) => lines.push(line),
    });
    await post(rehearsal, { model: "any", input: "hello" });
    rehearsal.play(findScenario("html-page"));
    await fetch(`${rehearsal.url}/responses`, {
      method: "POST",
      body: '{"model":"any","input":"hello"}',
    });
    await rehearsal.close();
    expect(lines).toEqual([
      `${'POST /v1/responses 1 item in, 200 reasoning "Up." read {"path":" [2J '.padEnd(199, "x")}…`,
      "POST /v1/responses 1 item in, 200 html-page",
    ]);
  });

  it("tells of a chat what the model said, and of a refusal what the API said", async () => {
    const lines: string[] = [];
    const call = { type: "call", callId: "call_1", name: "read", args: "{}" } as const;
    const rehearsal = await startRehearsal({
      scenario: scripted({
        output: [{ type: "reasoning", text: "Up." }, { type: "message", text: "Let me." }, call],
      }),
      log: (line) => lines.push(line),
    });
    await (await postChat(rehearsal, { stream: true })).text();
    rehearsal.play(scripted({ output: [{ type: "refusal", text: "No." }] }));
    await postChat(rehearsal, { messages: [...hello, ...hello] });
    rehearsal.play(findScenario("chat-error-body"));
    await postChat(rehearsal);
    await postChat(rehearsal, { messages: undefined });
    await rehearsal.close();
    const path = "POST /v1/chat/completions";
    expect(lines).toEqual([
      `${path} 1 item in, 200 stream reasoning "Up." message "Let me." read {}`,
      `${path} 2 items in, 200 message "No."`,
      `${path} 1 item in, 200 The model is overloaded. Please try again.`,
      `${path} 400 Missing required parameter: 'messages'.`,
    ]);
  });

  it("plays another script when it is told, and none when it is told so", async () => {
    await withRehearsal(findScenario("greeting"), async (rehearsal) => {
      const said = async () =>
        (await clientOf(rehearsal).responses.create({ model: "any", input: "hello" })).output_text;
      const lines = [await said()];
      rehearsal.play(findScenario("slow"));
      lines.push(await said());
      rehearsal.play(undefined);
      lines.push(await said());
      expect(lines).toEqual([
        "Hello! What shall we build?",
        "Sorry, that took a while.",
        'Hello! I am the rehearsal model: I can follow "what did I say", "what did you say"; set OPENAI_API_KEY for a real one.',
      ]);
    });
  });

  it("answers the same request alike, however often it comes (WIRE 10)", async () => {
    await withRehearsal(findScenario("chain"), async (rehearsal) => {
      const input = [
        { role: "user" as const, content: "hello" },
        { type: "function_call" as const, call_id: "call_2", name: "x", arguments: "{}" },
        { type: "function_call_output" as const, call_id: "call_2", output: "done" },
      ];
      const ask = () => clientOf(rehearsal).responses.create({ model: "any", input });
      const calls = [await ask(), await ask()].map(({ output }) =>
        output.map((item) => item.type === "function_call" && item.call_id),
      );
      expect(calls).toEqual([["call_3"], ["call_3"]]);
    });
  });

  it("listens on loopback only, on a free port", async () => {
    await withRehearsal(undefined, async ({ url }) => {
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
      // another address of the same machine: a server on all addresses would answer here
      const elsewhere = url.replace("127.0.0.1", "127.0.0.2");
      await expect(fetch(`${elsewhere}/models`)).rejects.toThrow("fetch failed");
    });
  });

  it("survives clients that speak no HTTP, or leave in the middle", async () => {
    await withRehearsal(findScenario("split-bytes"), async (rehearsal) => {
      const { port } = new URL(rehearsal.url);
      const body = JSON.stringify({ model: "any", input: "hello" });
      const head = `POST /v1/responses HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`;
      for (const bytes of ["\x16\x03\x01 hello\r\n\r\n", head, head + body.slice(3), head + body]) {
        await new Promise((resolve) => {
          const socket = connect(Number(port), "127.0.0.1", () => {
            socket.write(bytes, () => socket.resetAndDestroy());
          });
          socket.on("close", resolve);
          socket.on("error", () => {});
        });
      }
      expect((await post(rehearsal, { model: "any", input: "hello" })).status).toBe(200);
    });
  });

  it("closes while a client still waits, and again without complaint", async () => {
    const rehearsal = await startRehearsal({ scenario: findScenario("stall") });
    const waiting = clientOf(rehearsal).responses.create({ model: "any", input: "hello" });
    const outcome = waiting.catch((error: unknown) => error);
    while (rehearsal.requests.length === 0) await new Promise(setImmediate);
    await rehearsal.close();
    await rehearsal.close();
    expect(await outcome).toBeInstanceOf(OpenAI.APIConnectionError);
    await expect(fetch(rehearsal.url)).rejects.toThrow("fetch failed");
  });
});

describe("CRS-08 a port that cannot be had is said in one line", () => {
  it("when it is in use", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as { port: number };
    await expect(startRehearsal({ port })).rejects.toThrow(
      new Error(
        `Port ${port} is in use. Choose another with --port, or end the program that listens there.`,
      ),
    );
    await new Promise((resolve) => other.close(resolve));
    await (await startRehearsal({ port })).close();
    await (await startRehearsal({ port })).close();
  });

  it("when there is no such port", async () => {
    for (const port of [-1, 1.5, 65_536, Number.NaN]) {
      await expect(startRehearsal({ port })).rejects.toThrow(
        new Error(
          `Port ${port} is out of range. Use a whole number from 1 to 65535, or 0 for a free port.`,
        ),
      );
    }
  });
});
