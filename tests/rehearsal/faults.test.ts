import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import type { Fault } from "../../shared/rehearsal/scenario.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import type { Rehearsal } from "../../shared/rehearsal/server.ts";
import { clientOf, post, scripted, withRehearsal } from "./clients.ts";

const ask = (rehearsal: Rehearsal) =>
  clientOf(rehearsal).responses.create({ model: "any", input: "hello" });

/** What the client throws. */
function thrownBy(rehearsal: Rehearsal): Promise<unknown> {
  return ask(rehearsal).then(
    (response) => expect.fail(`answered: ${response.output_text}`),
    (error: unknown) => error,
  );
}

describe("a fault with a status of its own", () => {
  const faults: {
    fault: Fault;
    kind: unknown;
    status: number;
    error: object;
    after: string | null;
  }[] = [
    {
      fault: "status-401",
      kind: OpenAI.AuthenticationError,
      status: 401,
      after: null,
      error: {
        message: "Incorrect API key provided.",
        type: "invalid_request_error",
        param: null,
        code: "invalid_api_key",
      },
    },
    {
      fault: "status-429",
      kind: OpenAI.RateLimitError,
      status: 429,
      after: "1",
      error: {
        message: "Rate limit reached for rehearsal-1. Please try again in 1s.",
        type: "requests",
        param: null,
        code: "rate_limit_exceeded",
      },
    },
    {
      fault: "status-500",
      kind: OpenAI.InternalServerError,
      status: 500,
      after: null,
      error: {
        message: "The server had an error while processing your request.",
        type: "server_error",
        param: null,
        code: null,
      },
    },
  ];
  for (const { fault, kind, status, error, after } of faults) {
    it(`${fault} is thrown by the client as its class, with the server's message`, async () => {
      await withRehearsal(findScenario(fault), async (rehearsal) => {
        const thrown = (await thrownBy(rehearsal)) as InstanceType<typeof OpenAI.APIError>;
        expect(thrown).toBeInstanceOf(kind);
        expect([thrown.status, thrown.error, thrown.headers?.get("retry-after")]).toEqual([
          status,
          error,
          after,
        ]);
        expect(await post(rehearsal, { model: "any", input: "again" })).toEqual({
          status,
          body: { error },
        });
      });
    });
  }

  it("model-error is the same as status-401, under the name of the course", async () => {
    await withRehearsal(findScenario("model-error"), async (rehearsal) => {
      expect(await thrownBy(rehearsal)).toBeInstanceOf(OpenAI.AuthenticationError);
    });
  });

  it("stands after a finished call as well (WIRE 11)", async () => {
    const call = { type: "call", callId: "call_1", name: "fly", args: "{}" } as const;
    const script = scripted({ output: [call] }, { output: [], fault: "status-500" });
    await withRehearsal(script, async (rehearsal) => {
      const first = await ask(rehearsal);
      const input = [
        { role: "user" as const, content: "hello" },
        { type: "function_call" as const, call_id: "call_1", name: "fly", arguments: "{}" },
        { type: "function_call_output" as const, call_id: "call_1", output: "done" },
      ];
      const second = clientOf(rehearsal).responses.create({ model: "any", input });
      expect(first.output.map(({ type }) => type)).toEqual(["function_call"]);
      await expect(second).rejects.toBeInstanceOf(OpenAI.InternalServerError);
    });
  });
});

describe("a fault of the connection", () => {
  it("connection-reset: the client gets no answer at all", async () => {
    await withRehearsal(findScenario("connection-reset"), async (rehearsal) => {
      expect(await thrownBy(rehearsal)).toBeInstanceOf(OpenAI.APIConnectionError);
      expect(rehearsal.requests).toEqual([{ model: "any", input: "hello" }]);
    });
  });

  it("reset-mid-body: the headers promise more than comes", async () => {
    await withRehearsal(findScenario("reset-mid-body"), async (rehearsal) => {
      const response = await fetch(`${rehearsal.url}/responses`, {
        method: "POST",
        body: JSON.stringify({ model: "any", input: "hello" }),
      });
      const decoder = new TextDecoder();
      let text = "";
      const reading = (async () => {
        for await (const chunk of response.body ?? []) text += decoder.decode(chunk);
      })();
      await expect(reading).rejects.toThrow("terminated");
      expect([response.status, text.length]).toEqual([
        200,
        Math.floor(Number(response.headers.get("content-length")) / 2),
      ]);
      expect(text).toMatch(/^\{"id":"resp_1","object":"response",/);
      expect(await thrownBy(rehearsal)).toEqual(new TypeError("terminated"));
    });
  });

  it("split-bytes: the pieces cut through characters, and nothing is lost", async () => {
    await withRehearsal(findScenario("split-bytes"), async (rehearsal) => {
      expect((await ask(rehearsal)).output_text).toBe("Grüße, 日本語, 🙂!");
      const response = await fetch(`${rehearsal.url}/responses`, {
        method: "POST",
        body: JSON.stringify({ model: "any", input: "hello" }),
      });
      const pieces: Buffer[] = [];
      for await (const chunk of response.body ?? []) pieces.push(Buffer.from(chunk));
      const whole = JSON.parse(Buffer.concat(pieces).toString());
      expect(whole.output[0].content[0].text).toBe("Grüße, 日本語, 🙂!");
      expect(pieces.map(String).join("")).toContain("\ufffd");
    });
  });

  it("stall: no answer, until the client leaves", async () => {
    await withRehearsal(findScenario("stall"), async (rehearsal) => {
      const leave = new AbortController();
      const waiting = clientOf(rehearsal).responses.create(
        { model: "any", input: "hello" },
        { signal: leave.signal },
      );
      let settled = false;
      waiting
        .catch(() => {})
        .finally(() => {
          settled = true;
        });
      while (rehearsal.requests.length === 0) await new Promise(setImmediate);
      rehearsal.play(findScenario("greeting"));
      expect((await ask(rehearsal)).output_text).toBe("Hello! What shall we build?");
      expect(settled).toBe(false);
      leave.abort();
      await expect(waiting).rejects.toBeInstanceOf(OpenAI.APIUserAbortError);
    });
  });

  it("html-page: status 200 and no API", async () => {
    await withRehearsal(findScenario("html-page"), async (rehearsal) => {
      const response = await fetch(`${rehearsal.url}/responses`, {
        method: "POST",
        body: JSON.stringify({ model: "any", input: "hello" }),
      });
      expect([
        response.status,
        response.headers.get("content-type"),
        await response.text(),
      ]).toEqual([
        200,
        "text/html; charset=utf-8",
        "<!doctype html><title>Welcome</title><h1>It works!</h1>",
      ]);
      expect(await thrownBy(rehearsal)).toBeInstanceOf(TypeError);
    });
  });
});

describe("a fault inside the response", () => {
  it("response-failed: status 200, and an error in the object", async () => {
    await withRehearsal(findScenario("response-failed"), async (rehearsal) => {
      const { status, error, output, incomplete_details, completed_at } = await ask(rehearsal);
      expect({ status, error, output, incomplete_details, completed_at }).toEqual({
        status: "failed",
        error: { code: "server_error", message: "The model failed while it wrote this response." },
        output: [],
        incomplete_details: null,
        completed_at: null,
      });
    });
  });

  it("response-incomplete: the last item is cut off, the ones before are whole", async () => {
    const text = { type: "message", text: "Let me look." } as const;
    const call = { type: "call", callId: "call_1", name: "read", args: '{"path":"no' } as const;
    const script = scripted({ output: [text, call], fault: "response-incomplete" });
    await withRehearsal(script, async (rehearsal) => {
      const { status, error, output, incomplete_details, completed_at } = await ask(rehearsal);
      expect({ status, error, incomplete_details, completed_at }).toEqual({
        status: "incomplete",
        error: null,
        incomplete_details: { reason: "max_output_tokens" },
        completed_at: null,
      });
      expect(output).toEqual([
        expect.objectContaining({ id: "msg_1", status: "completed" }),
        {
          id: "fc_1",
          type: "function_call",
          status: "incomplete",
          call_id: "call_1",
          name: "read",
          arguments: '{"path":"no',
        },
      ]);
    });
  });

  it("empty-output: complete, with nothing in it, whatever the script holds", async () => {
    const text = { type: "message", text: "unsaid" } as const;
    await withRehearsal(scripted({ output: [text], fault: "empty-output" }), async (rehearsal) => {
      const { status, output, output_text } = await ask(rehearsal);
      expect([status, output, output_text]).toEqual(["completed", [], ""]);
    });
  });
});

describe("a delay", () => {
  it("comes before the first byte, and another request does not wait for it", async () => {
    const slow = scripted({ output: [{ type: "message", text: "late" }], delayMs: 20_000 });
    await withRehearsal(slow, async (rehearsal) => {
      const waiting = ask(rehearsal).catch((error: unknown) => error);
      while (rehearsal.requests.length === 0) await new Promise(setImmediate);
      rehearsal.play(findScenario("greeting"));
      expect((await ask(rehearsal)).output_text).toBe("Hello! What shall we build?");
      await rehearsal.close();
      expect(await waiting).toBeInstanceOf(OpenAI.APIConnectionError);
    });
  });
});
