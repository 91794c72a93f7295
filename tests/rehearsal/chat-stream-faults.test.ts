import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import type { Fault } from "../../shared/rehearsal/scenario.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { answer, call, fail, say } from "../../shared/rehearsal/scenarios/script.ts";
import { startRehearsal } from "../../shared/rehearsal/server.ts";
import { brief, chunksOf, parseChunks, postChat, readChatWithClient } from "./chats.ts";
import { clientOf, scripted, withRehearsal } from "./clients.ts";
import { readRaw } from "./streams.ts";

const role = { role: "assistant", content: "", refusal: null };
const odd = "Grüße, 日本語, 🙂!";

/** What is sent of the text before the fault strikes. */
const firstHalf = [role, { content: "You" }, { content: " will" }, { content: " read" }];
const secondHalf = [
  { content: " half" },
  { content: " of" },
  { content: " this" },
  { content: "." },
  { finish: "stop" },
];

const broken = {
  message: "The server had an error while it wrote this response.",
  type: "server_error",
  param: null,
  code: null,
};

/** What arrives as bytes, and what the real client makes of it. */
async function both(name: string) {
  const rehearsal = await startRehearsal({ scenario: findScenario(name) });
  try {
    const raw = await readRaw(await postChat(rehearsal, { stream: true }));
    return { raw, client: await readChatWithClient(rehearsal) };
  } finally {
    await rehearsal.close();
  }
}

describe("a chat stream that breaks in the middle", () => {
  it("stream-ends-early: no finish_reason, no [DONE], and the client's loop just ends (STR-01)", async () => {
    const { raw, client } = await both("stream-ends-early");
    expect([brief(parseChunks(raw.text)), raw.thrown]).toEqual([firstHalf, undefined]);
    expect([brief(client.chunks), client.thrown]).toEqual([firstHalf, undefined]);
  });

  it("reset-mid-body: what was sent arrives, then the client throws", async () => {
    const { raw, client } = await both("reset-mid-body");
    expect([brief(parseChunks(raw.text)), raw.thrown]).toEqual([
      firstHalf,
      new TypeError("terminated"),
    ]);
    expect([brief(client.chunks), client.thrown]).toEqual([firstHalf, new TypeError("terminated")]);
  });

  for (const [name, message] of [
    ["error-event", broken.message],
    ["response-failed", "The model failed while it wrote this response."],
  ] as const) {
    it(`${name}: the last data is an error alone, and the client throws it (STR-02)`, async () => {
      const { raw, client } = await both(name);
      const error = { ...broken, message };
      expect(brief(parseChunks(raw.text))).toEqual([...firstHalf, { error }]);
      expect(parseChunks(raw.text).at(-1)).toEqual({ error });
      expect(brief(client.chunks)).toEqual(firstHalf);
      expect(client.thrown).toBeInstanceOf(OpenAI.APIError);
      const { status, error: thrown } = client.thrown as InstanceType<typeof OpenAI.APIError>;
      expect([status, thrown, (client.thrown as Error).message]).toEqual([
        undefined,
        error,
        message,
      ]);
    });
  }

  it("broken-json: the client throws at the line, though the rest would follow (STR-08)", async () => {
    const { raw, client } = await both("broken-json");
    const [before = "", after = ""] = raw.text.split("data: : keepalive\n\n");
    expect([brief(parseChunks(before)), brief(parseChunks(after))]).toEqual([
      firstHalf,
      [...secondHalf, "[DONE]"],
    ]);
    expect([brief(client.chunks), client.thrown]).toEqual([firstHalf, expect.any(SyntaxError)]);
    expect(client.printed).toEqual([
      "Could not parse message into JSON: : keepalive",
      "From chunk: data: : keepalive",
    ]);
  });

  for (const name of ["stall", "stall-with-comments"]) {
    it(`${name}: half of it comes, then no chunk, until the client leaves (STR-07)`, async () => {
      await withRehearsal(findScenario(name), async (rehearsal) => {
        const leave = new AbortController();
        const { chunks, thrown } = await readChatWithClient(rehearsal, {
          signal: leave.signal,
          onChunk: (count) => {
            if (count === firstHalf.length) setTimeout(() => leave.abort(), 250);
          },
        });
        expect([brief(chunks), thrown]).toEqual([firstHalf, undefined]);
      });
    });
  }
});

describe("a fault before the first chunk", () => {
  it("is what it is on the other path", async () => {
    const faults: [Fault, unknown][] = [
      ["status-401", OpenAI.AuthenticationError],
      ["status-429", OpenAI.RateLimitError],
      ["quota-exceeded", OpenAI.RateLimitError],
      ["status-500", OpenAI.InternalServerError],
      ["status-503", OpenAI.InternalServerError],
      ["connection-reset", OpenAI.APIConnectionError],
    ];
    for (const [fault, kind] of faults) {
      await withRehearsal(findScenario(fault), async (rehearsal) => {
        const { chunks, thrown } = await readChatWithClient(rehearsal);
        expect([fault, chunks, thrown]).toEqual([fault, [], expect.any(kind)]);
        const { completions } = clientOf(rehearsal).chat;
        const asked = completions.create({ model: "any", messages: [] });
        await expect(asked).rejects.toBeInstanceOf(OpenAI.APIError);
      });
    }
  });

  it("html-page: the client finds no chunk in it, and says nothing (PRO-01)", async () => {
    const { raw, client } = await both("html-page");
    expect(raw).toEqual({ text: "<!doctype html><title>Welcome</title><h1>It works!</h1>" });
    expect(client).toEqual({ chunks: [], printed: [] });
  });
});

describe("a chat stream in which nothing is lost", () => {
  it("comes through split bytes, other line ends and signs of life", async () => {
    const whole = brief(await chunksOf(scripted(answer(say(odd)))));
    for (const name of ["split-bytes", "crlf", "keep-alive"]) {
      const { raw, client } = await both(name);
      expect([name, brief(parseChunks(raw.text))]).toEqual([name, whole]);
      expect([brief(client.chunks), client.thrown, client.printed]).toEqual([
        whole.slice(0, -1),
        undefined,
        [],
      ]);
    }
  });

  it("keep-alive: comments, retry and id stand between and within the events", async () => {
    const { raw } = await both("keep-alive");
    const starts = raw.text.split("data: ").map((part) => part.split("}\n\n").at(-1));
    expect(starts.slice(0, 5)).toEqual([
      ": OPENROUTER PROCESSING\n\n",
      "retry: 3000\n\n",
      "id: 7\n\n",
      ": ping\n",
      "id: 8\n",
    ]);
  });

  it("unknown-events: a field that no client knows stands in chunks between the others", async () => {
    const { raw, client } = await both("unknown-events");
    const unknown = { rehearsal_unknown: "You should not read this." };
    const [first, ...rest] = brief(await chunksOf(scripted(answer(say(odd)))));
    const between = rest.slice(0, -1).flatMap((chunk) => [unknown, chunk]);
    expect(brief(parseChunks(raw.text))).toEqual([first, ...between, "[DONE]"]);
    expect([brief(client.chunks), client.thrown]).toEqual([[first, ...between], undefined]);
  });

  it("empty-output: what was streamed stays", async () => {
    const { raw } = await both("empty-final-output");
    const text = scripted(answer(say("You will read half of this.")));
    const told = (await chunksOf(text)).length;
    expect(brief(parseChunks(raw.text))).toEqual([...firstHalf, ...secondHalf, "[DONE]"]);
    expect(parseChunks(raw.text).length).toBe(told);
    const look = call("call_1", "look", "{}");
    expect(brief(await chunksOf(scripted(fail("empty-output", look))))).toEqual(
      brief(await chunksOf(scripted(answer(look)))),
    );
  });
});

describe("`after`, in chunks", () => {
  const textAndCall = [say("Look."), call("call_1", "look", '{"at":"it"}')];

  it("sends exactly so many, but never what says how it ended", async () => {
    const all = brief(await chunksOf(scripted(answer(...textAndCall))));
    const items = all.length - 2;
    for (let after = 0; after <= all.length; after += 1) {
      const script = scripted({ ...fail("stream-ends-early", ...textAndCall), after });
      expect(brief(await chunksOf(script))).toEqual(all.slice(0, Math.min(after, items)));
    }
  });

  it("is half of the first item by default, and the role when there are none", async () => {
    const ends = async (...output: Parameters<typeof answer>) =>
      brief(await chunksOf(scripted(fail("stream-ends-early", ...output)))).slice(1);
    expect(await ends()).toEqual([]);
    expect(await ends(say("one"))).toEqual([{ content: "one" }]);
    expect(await ends(say(""), call("call_1", "look", '{"at":"the moon"}'))).toEqual([
      {
        tool_calls: [
          { index: 0, id: "call_1", type: "function", function: { name: "look", arguments: "" } },
        ],
      },
      { tool_calls: [{ index: 0, function: { arguments: '{"at":"t' } }] },
    ]);
  });

  it("leaves a whole call behind in broken-after-call", async () => {
    const whole = await chunksOf(findScenario("read-file"));
    expect(brief(await chunksOf(findScenario("broken-after-call")))).toEqual(
      brief(whole.slice(0, -2)),
    );
  });
});

describe("a fault of chat streams, for a client that asks for JSON", () => {
  it("is none: it gets the whole answer", async () => {
    const faults: Fault[] = [
      "stream-ends-early",
      "error-event",
      "broken-json",
      "unknown-events",
      "keep-alive",
      "crlf",
      "stall-with-comments",
    ];
    for (const fault of faults) {
      await withRehearsal(findScenario(fault), async (rehearsal) => {
        const { completions } = clientOf(rehearsal).chat;
        const { choices } = await completions.create({
          model: "any",
          messages: [{ role: "user", content: "hello" }],
        });
        const whole = findScenario(fault).responses[0]?.output[0];
        const said = { type: "message", text: choices[0]?.message.content };
        expect([fault, choices[0]?.finish_reason, said]).toEqual([fault, "stop", whole]);
      });
    }
  });

  it("but split bytes, a reset and a web page are what they are", async () => {
    await withRehearsal(findScenario("split-bytes"), async (rehearsal) => {
      const ask = () =>
        clientOf(rehearsal).chat.completions.create({
          model: "any",
          messages: [{ role: "user", content: "hello" }],
        });
      expect((await ask()).choices[0]?.message.content).toBe(odd);
      rehearsal.play(findScenario("reset-mid-body"));
      await expect(ask()).rejects.toEqual(new TypeError("terminated"));
      rehearsal.play(findScenario("html-page"));
      // the client hands the page out as if it were the completion
      expect(await ask()).toBe("<!doctype html><title>Welcome</title><h1>It works!</h1>");
    });
  });
});
