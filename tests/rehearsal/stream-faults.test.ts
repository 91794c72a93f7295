import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import type { Fault, ScriptedResponse } from "../../shared/rehearsal/scenario.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { answer, call, fail, inPieces, say } from "../../shared/rehearsal/scenarios/script.ts";
import { startRehearsal } from "../../shared/rehearsal/server.ts";
import { clientOf, scripted, withRehearsal } from "./clients.ts";
import {
  brief,
  type Event,
  finalResponse,
  joinDeltas,
  parseEvents,
  postStream,
  readRaw,
  readWithClient,
  streamOf,
} from "./streams.ts";

const half = "You will read";
const odd = "Grüße, 日本語, 🙂!";
const types = (events: Event[]) => events.map(({ type }) => type);

/** What is sent of the text before the fault strikes. */
const firstHalf = [
  "response.created",
  "response.in_progress",
  "response.output_item.added",
  "response.content_part.added",
  "response.output_text.delta",
  "response.output_text.delta",
  "response.output_text.delta",
];

/** What arrives as bytes, and what the real client makes of it. */
async function both(name: string) {
  const rehearsal = await startRehearsal({ scenario: findScenario(name) });
  try {
    const raw = await readRaw(await postStream(rehearsal));
    return { raw, client: await readWithClient(rehearsal) };
  } finally {
    await rehearsal.close();
  }
}

describe("a stream that breaks in the middle", () => {
  it("stream-ends-early: the body is whole for HTTP, and the client's loop just ends (STR-01)", async () => {
    const { raw, client } = await both("stream-ends-early");
    const events = parseEvents(raw.text);
    expect([types(events), joinDeltas(events), raw.thrown]).toEqual([firstHalf, half, undefined]);
    expect([types(client.events), client.thrown]).toEqual([firstHalf, undefined]);
  });

  it("reset-mid-body: what was sent arrives, then the client throws", async () => {
    const { raw, client } = await both("reset-mid-body");
    expect([types(parseEvents(raw.text)), raw.thrown]).toEqual([
      firstHalf,
      new TypeError("terminated"),
    ]);
    expect([types(client.events), client.thrown]).toEqual([firstHalf, new TypeError("terminated")]);
  });

  it("error-event: the client yields it as one more event, and its loop ends (STR-02)", async () => {
    const { raw, client } = await both("error-event");
    const error = {
      type: "error",
      code: "server_error",
      message: "The server had an error while it wrote this response.",
      param: null,
      sequence_number: 7,
    };
    const events = parseEvents(raw.text);
    expect([types(events), events.at(-1), raw.thrown]).toEqual([
      [...firstHalf, "error"],
      error,
      undefined,
    ]);
    expect(raw.text.split(error.message)).toHaveLength(2);
    expect([client.events.at(-1), client.thrown]).toEqual([error, undefined]);
  });

  it("response-failed: the last event tells the failure and holds no output", async () => {
    const { raw, client } = await both("response-failed");
    const events = parseEvents(raw.text);
    expect([types(events), joinDeltas(events), events.at(-1)?.sequence_number]).toEqual([
      [...firstHalf, "response.failed"],
      half,
      7,
    ]);
    const { status, error, output, completed_at } = finalResponse(events);
    expect({ status, error, output, completed_at }).toEqual({
      status: "failed",
      error: { code: "server_error", message: "The model failed while it wrote this response." },
      output: [],
      completed_at: null,
    });
    expect([types(client.events), client.thrown]).toEqual([types(events), undefined]);
  });

  it("broken-json: the client throws at the line, though the rest would follow (STR-08)", async () => {
    const { raw, client } = await both("broken-json");
    const [before = "", after = ""] = raw.text.split("data: : keepalive\n\n");
    expect([types(parseEvents(before)), types(parseEvents(after))]).toEqual([
      firstHalf,
      types(await streamOf(findScenario("crlf"))).slice(-8),
    ]);
    expect([types(client.events), client.thrown]).toEqual([firstHalf, expect.any(SyntaxError)]);
    expect(client.printed).toEqual([
      "Could not parse message into JSON: : keepalive",
      "From chunk: data: : keepalive",
    ]);
  });

  for (const name of ["stall", "stall-with-comments"]) {
    it(`${name}: half of it comes, then no event, until the client leaves (STR-07)`, async () => {
      await withRehearsal(findScenario(name), async (rehearsal) => {
        const leave = new AbortController();
        const reading = readWithClient(rehearsal, {
          signal: leave.signal,
          onEvent: (count) => {
            if (count === firstHalf.length) setTimeout(() => leave.abort(), 250);
          },
        });
        const { events, thrown } = await reading;
        expect([types(events), thrown]).toEqual([firstHalf, undefined]);
        rehearsal.play(findScenario("greeting"));
        expect(joinDeltas((await readWithClient(rehearsal)).events)).toBe(
          "Hello! What shall we build?",
        );
      });
    });
  }

  it("stall-with-comments: what comes is nothing but comments", async () => {
    await withRehearsal(findScenario("stall-with-comments"), async (rehearsal) => {
      const leave = new AbortController();
      const response = await fetch(`${rehearsal.url}/responses`, {
        method: "POST",
        body: JSON.stringify({ model: "any", input: "hello", stream: true }),
        signal: leave.signal,
      });
      let text = "";
      const decoder = new TextDecoder();
      try {
        for await (const chunk of response.body ?? []) {
          text += decoder.decode(chunk);
          if (text.endsWith(": ping\n\n: ping\n\n: ping\n\n")) leave.abort();
        }
      } catch {
        // it is the client that left
      }
      expect(types(parseEvents(text))).toEqual(firstHalf);
      expect(text.split(": ping\n\n")).toHaveLength(4);
    });
  });
});

describe("a fault before the first event", () => {
  it("is what it is for JSON", async () => {
    const faults: [Fault, unknown][] = [
      ["status-401", OpenAI.AuthenticationError],
      ["status-429", OpenAI.RateLimitError],
      ["status-500", OpenAI.InternalServerError],
      ["connection-reset", OpenAI.APIConnectionError],
    ];
    for (const [fault, kind] of faults) {
      await withRehearsal(findScenario(fault), async (rehearsal) => {
        const { events, thrown } = await readWithClient(rehearsal);
        expect([fault, events, thrown]).toEqual([fault, [], expect.any(kind)]);
      });
    }
  });

  it("html-page: the client finds no event in it, and says nothing", async () => {
    const { raw, client } = await both("html-page");
    expect(raw).toEqual({ text: "<!doctype html><title>Welcome</title><h1>It works!</h1>" });
    expect(client).toEqual({ events: [], printed: [] });
  });
});

describe("a stream in which nothing is lost", () => {
  const whole = async () => brief(await streamOf(scripted(answer(say(odd)))));

  it("split-bytes: the pieces cut through characters and through events", async () => {
    await withRehearsal(findScenario("split-bytes"), async (rehearsal) => {
      const response = await postStream(rehearsal);
      const pieces: Buffer[] = [];
      for await (const chunk of response.body ?? []) pieces.push(Buffer.from(chunk));
      const events = parseEvents(Buffer.concat(pieces).toString());
      expect(brief(events)).toEqual(await whole());
      expect(pieces.map(String).join("")).toContain("\ufffd");
      expect(pieces.length).toBeGreaterThan(2 * events.length);
      expect(joinDeltas((await readWithClient(rehearsal)).events)).toBe(odd);
    });
  });

  it("crlf: every line ends as on Windows", async () => {
    const { raw, client } = await both("crlf");
    expect(brief(parseEvents(raw.text))).toEqual(await whole());
    expect(raw.text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect([joinDeltas(client.events), client.thrown]).toEqual([odd, undefined]);
  });

  it("keep-alive: comments, retry and id stand before, between and within the events", async () => {
    const { raw, client } = await both("keep-alive");
    const noise = raw.text.split("\n").filter((line) => !/^(event|data): |^$/.test(line));
    expect(new Set(noise)).toEqual(
      new Set([": OPENROUTER PROCESSING", "retry: 3000", "id: 7", ": ping", "id: 8"]),
    );
    expect(raw.text.startsWith(": OPENROUTER PROCESSING\n\nevent: response.created\n")).toBe(true);
    expect(raw.text).toContain("\n\n: ping\nevent: ");
    expect(brief(parseEvents(raw.text))).toEqual(await whole());
    expect([joinDeltas(client.events), client.thrown]).toEqual([odd, undefined]);
  });

  it("unknown-events: without them, it is the same stream", async () => {
    const { raw, client } = await both("unknown-events");
    const events = parseEvents(raw.text);
    expect(events.map((event) => event.sequence_number)).toEqual([...events.keys()]);
    const known = events.filter(({ type }) => type !== "rehearsal.unknown.delta");
    const numbers = await whole();
    expect(brief(known).map((event, sequence_number) => ({ ...event, sequence_number }))).toEqual(
      numbers,
    );
    expect(events.length).toBe(2 * known.length - 1);
    expect([types(client.events), client.thrown]).toEqual([types(events), undefined]);
  });

  it("empty-final-output: the text was streamed, and the final event erases nothing", async () => {
    const { raw } = await both("empty-final-output");
    const events = parseEvents(raw.text);
    const text = scripted(answer(say("You will read half of this.")));
    expect(brief(events)).toEqual(brief(await streamOf(text)));
    const { status, output, usage } = finalResponse(events);
    expect([status, output, usage?.output_tokens]).toEqual(["completed", [], 7]);
  });

  it("keeps a separator of lines that only JavaScript knows, and a piece of half a megabyte", async () => {
    const pieces = ["a\u2028b\u2029c", "x".repeat(2 ** 19), "\u0085"];
    await withRehearsal(scripted(answer(inPieces(...pieces))), async (rehearsal) => {
      const { events } = await readWithClient(rehearsal);
      expect(joinDeltas(events) === pieces.join("")).toBe(true);
    });
  });
});

describe("`after`: where the fault strikes (WIRE 11)", () => {
  const textAndCall = [say("Let me look."), call("call_1", "look", '{"at":"it"}')];
  const strike = (fault: Fault, after: number) =>
    scripted({ ...fail(fault, ...textAndCall), after });

  it("sends exactly so many events, from none to all", async () => {
    const all = brief(await streamOf(scripted(answer(...textAndCall))));
    for (let after = 0; after <= all.length; after += 1) {
      const events = brief(await streamOf(strike("stream-ends-early", after)));
      expect(events).toEqual(all.slice(0, after));
    }
    for (const fault of ["reset-mid-body", "error-event", "response-failed"] as const) {
      for (let after = 0; after < all.length; after += 1) {
        const events = brief(await streamOf(strike(fault, after)));
        expect(events.slice(0, after)).toEqual(all.slice(0, after));
        expect(events.length).toBe(fault === "reset-mid-body" ? after : after + 1);
      }
    }
  });

  it("strikes behind a finished call as well", async () => {
    const script: ScriptedResponse = {
      ...fail("reset-mid-body", call("call_1", "look", "{}"), say("And then?")),
      after: 6,
    };
    await withRehearsal(scripted(script), async (rehearsal) => {
      const { events, thrown } = await readWithClient(rehearsal);
      expect([events.at(-1)?.type, events.at(-1)?.item, thrown]).toEqual([
        "response.output_item.done",
        {
          id: "fc_1",
          type: "function_call",
          status: "completed",
          call_id: "call_1",
          name: "look",
          arguments: "{}",
        },
        new TypeError("terminated"),
      ]);
    });
  });

  it("is half of the first deltas by default, and the beginning when there are none", async () => {
    const ends = async (...response: Parameters<typeof answer>) =>
      types(await streamOf(scripted(fail("stream-ends-early", ...response)))).slice(2);
    expect(await ends()).toEqual([]);
    expect(await ends(say("one"))).toEqual([
      "response.output_item.added",
      "response.content_part.added",
      "response.output_text.delta",
    ]);
    expect(await ends(say(""), call("call_1", "look", '{"at":"the moon"}'))).toEqual([
      "response.output_item.added",
      "response.content_part.added",
      "response.output_text.done",
      "response.content_part.done",
      "response.output_item.done",
      "response.output_item.added",
      "response.function_call_arguments.delta",
    ]);
  });

  it("means nothing to a fault of the whole stream, nor to none", async () => {
    const faults = ["unknown-events", "keep-alive", "crlf", "empty-output", "split-bytes"] as const;
    for (const fault of faults) {
      const events = await streamOf(strike(fault, 3));
      expect([fault, events.at(-1)?.type]).toEqual([fault, "response.completed"]);
    }
    const whole = await streamOf(scripted({ ...answer(...textAndCall), after: 3 }));
    expect(whole.at(-1)?.type).toBe("response.completed");
  });
});

describe("a fault of streams, for a client that asks for JSON", () => {
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
        const { responses } = clientOf(rehearsal);
        const { status, output_text } = await responses.create({ model: "any", input: "hello" });
        const whole = findScenario(fault).responses[0]?.output[0];
        expect([fault, status, { type: "message", text: output_text }]).toEqual([
          fault,
          "completed",
          whole,
        ]);
      });
    }
  });
});
