import type { Responses } from "openai/resources";
import { describe, expect, it } from "vitest";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { answer, call, fail, inPieces, say } from "../../shared/rehearsal/scenarios/script.ts";
import { clientOf, post, scripted, withRehearsal } from "./clients.ts";
import {
  brief,
  finalResponse,
  joinDeltas,
  numbered,
  parseEvents,
  postStream,
  readRaw,
  readWithClient,
  streamOf,
} from "./streams.ts";

const begun = [
  { type: "response.created", response: "in_progress" },
  { type: "response.in_progress", response: "in_progress" },
];
const completed = { type: "response.completed", response: "completed" };

describe("a stream, from the first event to the last (WIRE 5)", () => {
  it("of a text comes word by word", async () => {
    const script = scripted(answer(say("Hello! What shall\nwe build?")));
    const item = { id: "msg_1", type: "message", role: "assistant" };
    const place = { item_id: "msg_1", output_index: 0, content_index: 0 };
    const delta = { type: "response.output_text.delta", ...place, logprobs: [] };
    const part = { type: "output_text", annotations: [], logprobs: [] };
    const text = "Hello! What shall\nwe build?";
    expect(brief(await streamOf(script))).toEqual(
      numbered([
        ...begun,
        {
          type: "response.output_item.added",
          output_index: 0,
          item: { ...item, status: "in_progress", content: [] },
        },
        { type: "response.content_part.added", ...place, part: { ...part, text: "" } },
        { ...delta, delta: "Hello" },
        { ...delta, delta: "!" },
        { ...delta, delta: " What" },
        { ...delta, delta: " shall" },
        { ...delta, delta: "\n" },
        { ...delta, delta: "we" },
        { ...delta, delta: " build" },
        { ...delta, delta: "?" },
        { type: "response.output_text.done", ...place, text, logprobs: [] },
        { type: "response.content_part.done", ...place, part: { ...part, text } },
        {
          type: "response.output_item.done",
          output_index: 0,
          item: { ...item, status: "completed", content: [{ ...part, text }] },
        },
        completed,
      ]),
    );
  });

  it("of a refusal has deltas of its own", async () => {
    const item = { id: "msg_1", type: "message", role: "assistant" };
    const place = { item_id: "msg_1", output_index: 0, content_index: 0 };
    const part = { type: "refusal", refusal: "I will not." };
    const script = scripted(answer({ type: "refusal", text: "I will not." }));
    expect(brief(await streamOf(script))).toEqual(
      numbered([
        ...begun,
        {
          type: "response.output_item.added",
          output_index: 0,
          item: { ...item, status: "in_progress", content: [] },
        },
        { type: "response.content_part.added", ...place, part: { ...part, refusal: "" } },
        { type: "response.refusal.delta", ...place, delta: "I" },
        { type: "response.refusal.delta", ...place, delta: " will" },
        { type: "response.refusal.delta", ...place, delta: " not" },
        { type: "response.refusal.delta", ...place, delta: "." },
        { type: "response.refusal.done", ...place, refusal: "I will not." },
        { type: "response.content_part.done", ...place, part },
        {
          type: "response.output_item.done",
          output_index: 0,
          item: { ...item, status: "completed", content: [part] },
        },
        completed,
      ]),
    );
  });

  it("of reasoning and a message finishes the one before the other begins", async () => {
    const thought = { id: "rs_1", type: "reasoning" };
    const thinking = { item_id: "rs_1", output_index: 0, summary_index: 0 };
    const thoughtPart = { type: "summary_text", text: "7 times 13 is 91." };
    const item = { id: "msg_1", type: "message", role: "assistant" };
    const saying = { item_id: "msg_1", output_index: 1, content_index: 0 };
    const delta = { type: "response.output_text.delta", ...saying, logprobs: [] };
    const part = { type: "output_text", annotations: [], logprobs: [] };
    const script = scripted(
      answer({ type: "reasoning", text: "7 times 13 is 91." }, say("No, it is not.")),
    );
    expect(brief(await streamOf(script))).toEqual(
      numbered([
        ...begun,
        { type: "response.output_item.added", output_index: 0, item: { ...thought, summary: [] } },
        {
          type: "response.reasoning_summary_part.added",
          ...thinking,
          part: { type: "summary_text", text: "" },
        },
        { type: "response.reasoning_summary_text.delta", ...thinking, delta: "7" },
        { type: "response.reasoning_summary_text.delta", ...thinking, delta: " times" },
        { type: "response.reasoning_summary_text.delta", ...thinking, delta: " 13" },
        { type: "response.reasoning_summary_text.delta", ...thinking, delta: " is" },
        { type: "response.reasoning_summary_text.delta", ...thinking, delta: " 91" },
        { type: "response.reasoning_summary_text.delta", ...thinking, delta: "." },
        {
          type: "response.reasoning_summary_text.done",
          ...thinking,
          text: "7 times 13 is 91.",
        },
        { type: "response.reasoning_summary_part.done", ...thinking, part: thoughtPart },
        {
          type: "response.output_item.done",
          output_index: 0,
          item: { ...thought, summary: [thoughtPart] },
        },
        {
          type: "response.output_item.added",
          output_index: 1,
          item: { ...item, status: "in_progress", content: [] },
        },
        { type: "response.content_part.added", ...saying, part: { ...part, text: "" } },
        { ...delta, delta: "No" },
        { ...delta, delta: "," },
        { ...delta, delta: " it" },
        { ...delta, delta: " is" },
        { ...delta, delta: " not" },
        { ...delta, delta: "." },
        { type: "response.output_text.done", ...saying, text: "No, it is not.", logprobs: [] },
        {
          type: "response.content_part.done",
          ...saying,
          part: { ...part, text: "No, it is not." },
        },
        {
          type: "response.output_item.done",
          output_index: 1,
          item: { ...item, status: "completed", content: [{ ...part, text: "No, it is not." }] },
        },
        completed,
      ]),
    );
  });

  it("of two calls sends the arguments in small pieces", async () => {
    const fly = { id: "fc_1", type: "function_call", call_id: "call_1", name: "fly" };
    const land = { id: "fc_2", type: "function_call", call_id: "call_2", name: "land" };
    const first = { item_id: "fc_1", output_index: 0 };
    const second = { item_id: "fc_2", output_index: 1 };
    const args = '{"to":"the moon"}';
    const script = scripted(answer(call("call_1", "fly", args), call("call_2", "land", "{}")));
    expect(brief(await streamOf(script))).toEqual(
      numbered([
        ...begun,
        {
          type: "response.output_item.added",
          output_index: 0,
          item: { ...fly, status: "in_progress", arguments: "" },
        },
        { type: "response.function_call_arguments.delta", ...first, delta: '{"to":"t' },
        { type: "response.function_call_arguments.delta", ...first, delta: 'he moon"' },
        { type: "response.function_call_arguments.delta", ...first, delta: "}" },
        {
          type: "response.function_call_arguments.done",
          ...first,
          name: "fly",
          arguments: args,
        },
        {
          type: "response.output_item.done",
          output_index: 0,
          item: { ...fly, status: "completed", arguments: args },
        },
        {
          type: "response.output_item.added",
          output_index: 1,
          item: { ...land, status: "in_progress", arguments: "" },
        },
        { type: "response.function_call_arguments.delta", ...second, delta: "{}" },
        {
          type: "response.function_call_arguments.done",
          ...second,
          name: "land",
          arguments: "{}",
        },
        {
          type: "response.output_item.done",
          output_index: 1,
          item: { ...land, status: "completed", arguments: "{}" },
        },
        completed,
      ]),
    );
  });

  it("of a text beside a call that is cut off: the call alone is incomplete", async () => {
    const item = { id: "msg_1", type: "message", role: "assistant" };
    const saying = { item_id: "msg_1", output_index: 0, content_index: 0 };
    const part = { type: "output_text", annotations: [], logprobs: [] };
    const look = { id: "fc_1", type: "function_call", call_id: "call_1", name: "look" };
    const calling = { item_id: "fc_1", output_index: 1 };
    const output = [
      { ...item, status: "completed", content: [{ ...part, text: "Wait" }] },
      { ...look, status: "incomplete", arguments: '{"at' },
    ];
    const script = fail("response-incomplete", say("Wait"), call("call_1", "look", '{"at'));
    const events = await streamOf(scripted(script));
    expect(brief(events)).toEqual(
      numbered([
        ...begun,
        {
          type: "response.output_item.added",
          output_index: 0,
          item: { ...item, status: "in_progress", content: [] },
        },
        { type: "response.content_part.added", ...saying, part: { ...part, text: "" } },
        { type: "response.output_text.delta", ...saying, delta: "Wait", logprobs: [] },
        { type: "response.output_text.done", ...saying, text: "Wait", logprobs: [] },
        { type: "response.content_part.done", ...saying, part: { ...part, text: "Wait" } },
        { type: "response.output_item.done", output_index: 0, item: output[0] },
        {
          type: "response.output_item.added",
          output_index: 1,
          item: { ...look, status: "in_progress", arguments: "" },
        },
        { type: "response.function_call_arguments.delta", ...calling, delta: '{"at' },
        {
          type: "response.function_call_arguments.done",
          ...calling,
          name: "look",
          arguments: '{"at',
        },
        { type: "response.output_item.done", output_index: 1, item: output[1] },
        { type: "response.incomplete", response: "incomplete" },
      ]),
    );
    expect(finalResponse(events)).toMatchObject({
      output,
      incomplete_details: { reason: "max_output_tokens" },
    });
  });

  it("of nothing, and of empty texts and arguments, has no deltas", async () => {
    expect(brief(await streamOf(findScenario("empty-output")))).toEqual(
      numbered([...begun, completed]),
    );
    const script = scripted(
      answer(say(""), { type: "reasoning", text: "" }, call("call_1", "look", "")),
    );
    expect((await streamOf(script)).map(({ type }) => type)).toEqual([
      "response.created",
      "response.in_progress",
      "response.output_item.added",
      "response.content_part.added",
      "response.output_text.done",
      "response.content_part.done",
      "response.output_item.done",
      "response.output_item.added",
      "response.reasoning_summary_part.added",
      "response.reasoning_summary_text.done",
      "response.reasoning_summary_part.done",
      "response.output_item.done",
      "response.output_item.added",
      "response.function_call_arguments.done",
      "response.output_item.done",
      "response.completed",
    ]);
  });
});

describe("a stream on the wire", () => {
  it("names each event by its type, ends without [DONE], and the real client reads it", async () => {
    await withRehearsal(findScenario("text-beside-call"), async (rehearsal) => {
      const response = await postStream(rehearsal, {
        stream_options: { include_obfuscation: false },
      });
      const { text } = await readRaw(response);
      const events = parseEvents(text);
      expect([response.status, response.headers.get("content-type")]).toEqual([
        200,
        "text/event-stream; charset=utf-8",
      ]);
      expect(text).toBe(
        events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""),
      );
    });
    await withRehearsal(findScenario("text-beside-call"), async (rehearsal) => {
      const { events, thrown } = await readWithClient(rehearsal);
      expect(thrown).toBeUndefined();
      expect(brief(events)).toEqual(brief(await streamOf(findScenario("text-beside-call"))));
    });
  });

  it("ends with the response that a request for JSON gets, and begins with nothing of it", async () => {
    for (const name of ["reasoning", "text-beside-call", "response-incomplete", "empty-output"]) {
      await withRehearsal(findScenario(name), async (rehearsal) => {
        const fields = { instructions: "Be kind.", metadata: { lesson: "one" } };
        const { body } = await post(rehearsal, { model: "any", input: "hello", ...fields });
        const json = body as Responses.Response;
        const events = await streamOf(findScenario(name), fields);
        const { created_at, completed_at } = finalResponse(events);
        expect(finalResponse(events)).toEqual({ ...json, created_at, completed_at });
        const started = {
          ...json,
          ...{ created_at, status: "in_progress", output: [], usage: null, completed_at: null },
          ...{ error: null, incomplete_details: null },
        };
        expect([events[0]?.response, events[1]?.response]).toEqual([started, started]);
      });
    }
  });

  it("is no more than the API's helper for streams can put together", async () => {
    await withRehearsal(findScenario("text-beside-call"), async (rehearsal) => {
      const stream = clientOf(rehearsal).responses.stream({ model: "any", input: "hello" });
      const { output, output_text } = await stream.finalResponse();
      expect([output.map(({ type }) => type), output_text]).toEqual([
        ["message", "function_call"],
        "Let me look.",
      ]);
    });
  });

  it("holds encrypted reasoning only when it was asked for, and only when it is whole", async () => {
    const encrypted = (events: Awaited<ReturnType<typeof streamOf>>) =>
      events.map(({ item }) => Object.hasOwn((item ?? {}) as object, "encrypted_content"));
    const plain = await streamOf(findScenario("reasoning"));
    const asked = await streamOf(findScenario("reasoning"), {
      include: ["reasoning.encrypted_content"],
    });
    expect(encrypted(plain).filter(Boolean)).toEqual([]);
    expect(encrypted(asked).flatMap((held, at) => (held ? [asked[at]?.type] : []))).toEqual([
      "response.output_item.done",
    ]);
  });
});

describe("the pieces of a stream", () => {
  it("are what the script says, blank, empty and repeated ones too; JSON knows nothing of them", async () => {
    const pieces = ["ha", "ha", "", " ", "\n\n", "ha", "🙂🙂", "日"];
    const script = scripted(
      answer(
        inPieces(...pieces),
        { type: "reasoning", text: "a b", pieces: ["a ", "b"] },
        { type: "refusal", text: "no no", pieces: ["no", " ", "no"] },
      ),
    );
    const events = await streamOf(script);
    const deltasOf = (index: number) =>
      events
        .filter(({ output_index, delta }) => output_index === index && delta !== undefined)
        .map(({ delta }) => delta);
    expect([deltasOf(0), deltasOf(1), deltasOf(2)]).toEqual([
      pieces,
      ["a ", "b"],
      ["no", " ", "no"],
    ]);
    await withRehearsal(script, async (rehearsal) => {
      const { output_text } = await clientOf(rehearsal).responses.create({
        model: "any",
        input: "hello",
      });
      expect(output_text).toBe("haha \n\nha🙂🙂日");
    });
  });

  it("joined are the text, and none begins or ends inside a pair", async () => {
    const texts = [
      "Grüße,  日本語 , 🙂🙂!\r\n\tcode();\n\n\n  - item\u2028 next ",
      "👨‍👩‍👧‍👦".repeat(20),
      "🙂".repeat(100),
      "x".repeat(100),
      "日".repeat(100),
      "   ",
      "\n",
    ];
    for (const text of texts) {
      const said = await streamOf(scripted(answer(say(text))));
      const called = await streamOf(scripted(answer(call("call_1", "look", text))));
      expect([joinDeltas(said), joinDeltas(called)]).toEqual([text, text]);
      const deltas = [...said, ...called].map(({ delta }) => String(delta ?? ""));
      expect(deltas.filter((delta) => !delta.isWellFormed())).toEqual([]);
      expect(deltas.filter((delta) => [...delta].length > 17)).toEqual([]);
    }
  });
});

describe("what the server remembers of a stream", () => {
  it("is what it remembers of JSON: a stored response can be gone on from", async () => {
    await withRehearsal(findScenario("read-file"), async (rehearsal) => {
      const events = parseEvents((await readRaw(await postStream(rehearsal))).text);
      const { id } = finalResponse(events);
      const input = [{ type: "function_call_output", call_id: "call_1", output: "buy milk" }];
      const next = await readRaw(await postStream(rehearsal, { previous_response_id: id, input }));
      expect(joinDeltas(parseEvents(next.text))).toBe("Buy milk.");
    });
  });

  it("is nothing with store: false", async () => {
    await withRehearsal(findScenario("greeting"), async (rehearsal) => {
      await readRaw(await postStream(rehearsal, { store: false }));
      const refused = await postStream(rehearsal, { previous_response_id: "resp_1" });
      expect([refused.status, refused.headers.get("content-type")]).toEqual([
        400,
        "application/json",
      ]);
    });
  });

  it("is the items that were shown, when the final event has none", async () => {
    await withRehearsal(findScenario("empty-final-output"), async (rehearsal) => {
      await readRaw(await postStream(rehearsal));
      rehearsal.play(undefined);
      const next = await clientOf(rehearsal).responses.create({
        model: "any",
        previous_response_id: "resp_1",
        input: "What did you say?",
      });
      expect(next.output_text).toBe("I said: You will read half of this.");
    });
  });
});
