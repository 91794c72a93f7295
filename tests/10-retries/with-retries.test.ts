import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { openaiResponses } from "../../chapters/10-retries/openai.ts";
import { withRetries } from "../../chapters/10-retries/retry.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { delta, event } from "../06-streaming/odd-server.ts";
import { withRehearsal } from "../rehearsal/clients.ts";
import { type Answer, ask, askAt, hi, refusal } from "./answering-server.ts";

/** The first response failed with this code, before any piece of it. */
const failed = (code: string | null): Answer => {
  const error = code && { code, message: "Not now." };
  return { body: event("response.failed", { response: { status: "failed", output: [], error } }) };
};
const errorEvent = (code: string | null): Answer => ({
  body: event("error", { code, message: "Not now.", param: null }),
});
const page = (status: number): Answer => ({
  status,
  headers: { "content-type": "text/html" },
  body: "<!doctype html><title>Gateway</title>",
});

const LOST = "The connection to SERVER was lost in the middle of the response.";
const EARLY = "The response ended in the middle: the server closed the stream too early.";
const PAGE = "No whole response came from SERVER. Is it the address of an OpenAI-compatible API?";

describe.concurrent("what may pass is tried again", () => {
  const passing: [what: string, answer: Answer, reason: string][] = [
    ["408", refusal(408), "408 Not now."],
    ["409", refusal(409), "409 Not now."],
    ["429", refusal(429), "429 Not now."],
    ["500", refusal(500), "500 Not now."],
    ["529", refusal(529), "529 Not now."],
    ["the page of a gateway", page(502), PAGE],
    ["a connection lost behind the headers", { isLost: true }, LOST],
    ["a stream that ends before its first event", { body: event("response.created") }, EARLY],
    ["a failed response: server_error", failed("server_error"), "Not now."],
    ["a failed response: rate_limit_exceeded", failed("rate_limit_exceeded"), "Not now."],
    ["an error event: server_error", errorEvent("server_error"), "Not now."],
    ["an error event: rate_limit_exceeded", errorEvent("rate_limit_exceeded"), "Not now."],
    ["an error event: server_is_overloaded", errorEvent("server_is_overloaded"), "Not now."],
  ];

  it.each(passing)("once by us, and never by the client: %s", async (...row) => {
    const [, answer, reason] = row;
    expect(await ask([answer, hi])).toEqual({
      told: [`model.retrying 2 1 ${reason}`],
      said: "Hi.",
      requests: 2,
    });
  });

  it("as often as is allowed, the first time included", async () => {
    const retries = { attempts: 3, firstDelayMs: 2 };
    expect(await ask([refusal(500)], { retries })).toEqual({
      told: ["model.retrying 2 2 500 Not now.", "model.retrying 3 4 500 Not now."],
      thrown: "500 Not now.",
      requests: 3,
    });
    expect(await ask([refusal(500)], { retries: { attempts: 1 } })).toEqual({
      told: [],
      thrown: "500 Not now.",
      requests: 1,
    });
  });

  it("where nobody listens too, and where an answer comes whole", async () => {
    await withRehearsal(findScenario("lost-once"), async ({ url, requests }) => {
      const client = new OpenAI({ apiKey: "any", baseURL: url, logLevel: "off" });
      const createResponse = withRetries(openaiResponses(client), { firstDelayMs: 1 });
      const response = await createResponse({ model: "any", input: "hello" });
      expect(response.output_text).toBe("Here I am.");
      expect(requests).toHaveLength(2);
    });
  });

  it("where no server listens", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, "close");
    const noAnswer = "No answer from SERVER. Check the address, the server and your connection.";
    expect(await askAt(`http://127.0.0.1:${port}/v1`, {})).toEqual({
      told: ["2 1", "3 2", "4 4"].map((wait) => `model.retrying ${wait} ${noAnswer}`),
      thrown: noAnswer,
    });
  });
});

describe.concurrent("what stays is not", () => {
  const lasting: [what: string, answer: Answer, thrown: string][] = [
    ["400", refusal(400), "400 Not now."],
    ["401", refusal(401), "401 Not now."],
    ["403", refusal(403), "403 Not now."],
    ["404", refusal(404), "404 Not now."],
    ["422", refusal(422), "422 Not now."],
    [
      "an empty account, by its type",
      { status: 429, body: { error: { message: "Pay.", type: "insufficient_quota", code: null } } },
      "429 Pay.",
    ],
    [
      "an empty account, by its code",
      {
        status: 429,
        body: { error: { message: "Pay.", type: "any", code: "insufficient_quota" } },
      },
      "429 Pay.",
    ],
    ["an empty account, in a stream", errorEvent("insufficient_quota"), "Not now."],
    ["a web page", { ...page(200), headers: { "content-type": "text/html" } }, PAGE],
    [
      "a line that is no JSON",
      { body: "data: {\n\n" },
      "In the middle of its response, SERVER sent a line that is no JSON.",
    ],
    ["a failed response: invalid_prompt", failed("invalid_prompt"), "Not now."],
    [
      "a failed response without a reason",
      failed(null),
      "The model did not finish its response (failed).",
    ],
    ["an error event without a code", errorEvent(null), "Not now."],
    [
      "a response that holds nothing",
      { body: event("response.completed", { response: { status: "completed", output: [] } }) },
      "The model sent neither text nor a tool call.",
    ],
  ];

  it.each(lasting)("one request: %s", async (_, answer, thrown) => {
    expect(await ask([answer, hi])).toEqual({ told: [], thrown, requests: 1 });
  });

  it("nor is anything of which a piece was told", async () => {
    const piece = delta("Hel");
    const reasoning = event("response.reasoning_summary_text.delta", { delta: "Hm", item_id: "r" });
    const interrupted = ["assistant.delta Hel", "assistant.interrupted Hel"];
    const broken: [answer: Answer, told: string[], thrown: string][] = [
      [{ body: piece }, interrupted, EARLY],
      [{ body: piece, isLost: true }, interrupted, LOST],
      [{ body: piece + errorEvent("server_error").body }, interrupted, "Not now."],
      [{ body: piece + failed("rate_limit_exceeded").body }, interrupted, "Not now."],
      [{ body: reasoning }, ["reasoning.delta Hm"], EARLY],
      [{ body: reasoning, isLost: true }, ["reasoning.delta Hm"], LOST],
    ];
    for (const [answer, told, thrown] of broken) {
      expect(await ask([answer, hi])).toEqual({ told, thrown, requests: 1 });
    }
  });

  it("nor is anything after a second attempt of which a piece was told", async () => {
    expect(await ask([refusal(500), { body: delta("Hel") }, hi])).toEqual({
      told: ["model.retrying 2 1 500 Not now.", "assistant.delta Hel", "assistant.interrupted Hel"],
      thrown: EARLY,
      requests: 2,
    });
  });
});

describe.concurrent("PRO-04 how long the server asks to wait", () => {
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();
  const waits: [what: string, headers: Record<string, string>, delayMs: number][] = [
    ["nothing", {}, 7],
    ["seconds", { "retry-after": "2" }, 2000],
    ["no time", { "retry-after": "0" }, 0],
    ["a part of a second", { "retry-after": "1.5" }, 1500],
    ["as long as is allowed", { "retry-after": "600" }, 600_000],
    ["milliseconds", { "retry-after-ms": "1500" }, 1500],
    ["milliseconds, and other seconds", { "retry-after-ms": "1500", "retry-after": "9" }, 1500],
    [
      "milliseconds that are none, and seconds",
      { "retry-after-ms": "-", "retry-after": "9" },
      9000,
    ],
    ["a word", { "retry-after": "abc" }, 7],
    ["an empty one", { "retry-after": "" }, 7],
    ["a negative one", { "retry-after": "-5" }, 7],
    ["for ever", { "retry-after": "Infinity" }, 7],
    ["a date that is over", { "retry-after": inSeconds(-90) }, 7],
  ];

  it.each(waits)("is heard: %s", async (_, headers, delayMs) => {
    const asked = await ask([refusal(429, headers), hi], {
      retries: { firstDelayMs: 7 },
      isCancelled: true,
    });
    expect(asked).toEqual({
      told: [`model.retrying 2 ${delayMs} 429 Not now.`],
      thrown: "The operation was aborted",
      requests: 1,
    });
  });

  it("is heard: a date", async () => {
    const { told } = await ask([refusal(503, { "retry-after": inSeconds(300) }), hi], {
      isCancelled: true,
    });
    const [, wait] = /^model\.retrying 2 (\d+) 503 Not now\.$/.exec(told[0] ?? "") ?? [];
    // a date has whole seconds, and some of them may have passed
    expect(Math.ceil(Number(wait) / 60_000)).toBe(5);
  });

  const tooLong: [what: string, headers: Record<string, string>, minutes: number][] = [
    ["seconds", { "retry-after": "601" }, 11],
    ["milliseconds", { "retry-after-ms": "3600000" }, 60],
    ["a date", { "retry-after": inSeconds(7200 - 30) }, 120],
  ];

  it.each(tooLong)("is said where it is too long: %s", async (_, headers, minutes) => {
    expect(await ask([refusal(429, headers), hi])).toEqual({
      told: [],
      thrown: `429 Not now. The server asks to wait ${minutes} min.`,
      requests: 1,
    });
  });
});
