import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import type { ChatVariant } from "../../shared/rehearsal/chat/chat-variant.ts";
import type { ScriptedItem } from "../../shared/rehearsal/scenario.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { answer, call, say } from "../../shared/rehearsal/scenarios/script.ts";
import {
  brief,
  type Chunk,
  chunksOf,
  completionOf,
  postChat,
  readChatWithClient,
  replyOf,
} from "./chats.ts";
import { scripted, withRehearsal } from "./clients.ts";

const thought: ScriptedItem = { type: "reasoning", text: "Up up." };
const look = call("call_1", "look", '{"at":"it"}');
const wait = call("call_2", "wait", '{"for":"me"}');

/** The stream in short. */
async function streamed(
  chat: ChatVariant[],
  output: ScriptedItem[],
  fields?: object,
): Promise<unknown[]> {
  return brief(await chunksOf(scripted({ ...answer(...output), chat }), fields));
}

/** The choice of the whole answer. */
async function whole(chat: ChatVariant[], ...output: ScriptedItem[]): Promise<unknown> {
  const { body } = await completionOf(scripted({ ...answer(...output), chat }));
  return (body as { choices: unknown[] }).choices[0];
}

const choice = (message: object, finish_reason = "stop") => ({
  index: 0,
  message: { role: "assistant", content: null, refusal: null, ...message },
  logprobs: null,
  finish_reason,
});
const role = { role: "assistant", content: "", refusal: null };
const silent = { role: "assistant", content: null, refusal: null };
const stop = [{ finish: "stop" }, "[DONE]"];
const called = [{ finish: "tool_calls" }, "[DONE]"];

/** The entry that names a call; the fields change with the variant. */
const head = (name: string, fields: object) => ({
  type: "function",
  function: { name, arguments: "" },
  ...fields,
});
const piece = (text: string, fields: object) => ({ function: { arguments: text }, ...fields });
const entries = (...tool_calls: object[]) => ({ tool_calls });

describe("the reasoning (PRO-10)", () => {
  it("is in reasoning_content, where nothing else is said", async () => {
    expect(await whole([], thought, say("Yes."))).toEqual(
      choice({ content: "Yes.", reasoning_content: "Up up." }),
    );
    expect(await streamed([], [thought, say("Yes.")])).toEqual([
      role,
      { reasoning_content: "Up" },
      { reasoning_content: " up" },
      { reasoning_content: "." },
      { content: "Yes" },
      { content: "." },
      ...stop,
    ]);
  });

  const detail = (text: string) => [{ type: "reasoning.text", text, index: 0 }];
  const names: [ChatVariant, (text: string) => object][] = [
    ["reasoning", (text) => ({ reasoning: text })],
    ["reasoning-details", (text) => ({ reasoning_details: detail(text) })],
    ["reasoning-twice", (text) => ({ reasoning: text, reasoning_content: text })],
  ];
  for (const [variant, name] of names) {
    it(`${variant}: has another name`, async () => {
      expect(await whole([variant], thought, say("Yes"))).toEqual(
        choice({ content: "Yes", ...name("Up up.") }),
      );
      expect(await streamed([variant], [thought, say("Yes")])).toEqual([
        role,
        name("Up"),
        name(" up"),
        name("."),
        { content: "Yes" },
        ...stop,
      ]);
    });
  }

  it("think-tags: is in the content, and the tags are cut", async () => {
    const content = "<think>Up up.</think>Yes";
    expect(await whole(["think-tags"], thought, say("Yes"))).toEqual(choice({ content }));
    expect(await streamed(["think-tags"], [thought, say("Yes")])).toEqual([
      role,
      ...["<thi", "nk>", "Up", " up", ".", "</", "think>", "Yes"].map((content) => ({ content })),
      ...stop,
    ]);
  });
});

describe("the chunks", () => {
  it("empty-choices: some have none, from the first on", async () => {
    const empty = { choices: [] };
    expect(await streamed(["empty-choices"], [say("Yes")])).toEqual([
      empty,
      role,
      empty,
      { content: "Yes" },
      empty,
      ...stop,
    ]);
  });

  it("content-beside-calls: the content is null and empty in turn (PRO-02)", async () => {
    expect(await streamed(["content-beside-calls"], [look])).toEqual([
      silent,
      { content: "", ...entries(head("look", { index: 0, id: "call_1" })) },
      { content: null, ...entries(piece('{"at":"i', { index: 0 })) },
      { content: "", ...entries(piece('t"}', { index: 0 })) },
      ...called,
    ]);
    const tool_calls = [
      { id: "call_1", type: "function", function: { name: "look", arguments: '{"at":"it"}' } },
    ];
    expect(await whole(["content-beside-calls"], look)).toEqual(
      choice({ content: "", tool_calls }, "tool_calls"),
    );
  });

  it("role-in-every-chunk: as Ollama says it", async () => {
    expect(await streamed(["role-in-every-chunk"], [say("Yes")])).toEqual([
      role,
      { role: "assistant", content: "Yes" },
      { role: "assistant", finish: "stop" },
      "[DONE]",
    ]);
  });
});

describe("the calls of a stream (STR-05, STR-06)", () => {
  const heads = [
    head("look", { index: 0, id: "call_1" }),
    head("wait", { index: 1, id: "call_2" }),
  ];
  const [lookHead, waitHead] = heads as [object, object];
  const lookPieces = [piece('{"at":"i', { index: 0 }), piece('t"}', { index: 0 })];
  const waitPieces = [piece('{"for":"', { index: 1 }), piece('me"}', { index: 1 })];

  it("come one after the other, where nothing else is said", async () => {
    expect(await streamed([], [look, wait])).toEqual([
      silent,
      ...[lookHead, ...lookPieces, waitHead, ...waitPieces].map((entry) => entries(entry)),
      ...called,
    ]);
  });

  it("no-index: the next call begins where a name comes", async () => {
    expect(await streamed(["no-index"], [look, wait])).toEqual([
      silent,
      entries(head("look", { id: "call_1" })),
      entries(piece('{"at":"i', {})),
      entries(piece('t"}', {})),
      entries(head("wait", { id: "call_2" })),
      entries(piece('{"for":"', {})),
      entries(piece('me"}', {})),
      ...called,
    ]);
  });

  it("arguments-whole: each is one piece, also without an index", async () => {
    const lookWhole = { name: "look", arguments: '{"at":"it"}' };
    const waitWhole = { name: "wait", arguments: '{"for":"me"}' };
    expect(await streamed(["arguments-whole"], [look, wait])).toEqual([
      silent,
      entries({ index: 0, id: "call_1", type: "function", function: lookWhole }),
      entries({ index: 1, id: "call_2", type: "function", function: waitWhole }),
      ...called,
    ]);
    expect(await streamed(["no-index", "arguments-whole"], [look, wait])).toEqual([
      silent,
      entries({ id: "call_1", type: "function", function: lookWhole }),
      entries({ id: "call_2", type: "function", function: waitWhole }),
      ...called,
    ]);
  });

  it("arguments-by-character: a character of two units stays whole", async () => {
    expect(await streamed(["arguments-by-character"], [call("call_1", "look", '"🙂é"')])).toEqual([
      silent,
      entries(lookHead),
      ...['"', "🙂", "é", '"'].map((text) => entries(piece(text, { index: 0 }))),
      ...called,
    ]);
  });

  it("calls-interleaved: a piece of each in turn", async () => {
    expect(await streamed(["calls-interleaved"], [say("Hm"), look, wait])).toEqual([
      role,
      { content: "Hm" },
      entries(lookHead),
      entries(waitHead),
      entries(lookPieces[0] as object),
      entries(waitPieces[0] as object),
      entries(lookPieces[1] as object),
      entries(waitPieces[1] as object),
      ...called,
    ]);
  });

  it("index-reversed: the call with index 1 comes first, interleaved or not", async () => {
    expect(await streamed(["index-reversed"], [look, wait])).toEqual([
      silent,
      ...[waitHead, ...waitPieces, lookHead, ...lookPieces].map((entry) => entries(entry)),
      ...called,
    ]);
    expect(await streamed(["index-reversed", "calls-interleaved"], [look, wait])).toEqual([
      silent,
      entries(waitHead),
      entries(lookHead),
      entries(waitPieces[0] as object),
      entries(lookPieces[0] as object),
      entries(waitPieces[1] as object),
      entries(lookPieces[1] as object),
      ...called,
    ]);
  });

  it("same-index-twice: name and first piece are two entries of one chunk", async () => {
    expect(await streamed(["same-index-twice"], [look])).toEqual([
      silent,
      entries(lookHead, lookPieces[0] as object),
      entries(lookPieces[1] as object),
      ...called,
    ]);
    expect(await streamed(["same-index-twice"], [call("call_1", "look", "")])).toEqual([
      silent,
      entries(lookHead),
      ...called,
    ]);
  });

  it("change nothing in a whole answer, and nothing where there is none", async () => {
    const variants: ChatVariant[] = [
      "no-index",
      "arguments-whole",
      "arguments-by-character",
      "calls-interleaved",
      "index-reversed",
      "same-index-twice",
    ];
    for (const variant of variants) {
      expect(await whole([variant], look, wait)).toEqual(await whole([], look, wait));
      expect(await streamed([variant], [say("Yes")])).toEqual([role, { content: "Yes" }, ...stop]);
    }
  });
});

describe("the ids of calls (PRO-05)", () => {
  const ids: [ChatVariant, (name: string) => object][] = [
    ["id-absent", () => ({})],
    ["id-empty", () => ({ id: "" })],
    ["id-is-name", (name) => ({ id: name })],
  ];
  for (const [variant, id] of ids) {
    it(`${variant}: in a stream and in a whole answer`, async () => {
      expect(await streamed([variant], [call("call_1", "look", ""), wait])).toEqual([
        silent,
        entries(head("look", { index: 0, ...id("look") })),
        entries(head("wait", { index: 1, ...id("wait") })),
        entries(piece('{"for":"', { index: 1 })),
        entries(piece('me"}', { index: 1 })),
        ...called,
      ]);
      const tool_calls = [
        { type: "function", function: { name: "look", arguments: '{"at":"it"}' }, ...id("look") },
      ];
      expect(await whole([variant], look)).toEqual(choice({ tool_calls }, "tool_calls"));
    });
  }

  it("id-late: null first, and real in the last piece", async () => {
    expect(await streamed(["id-late"], [look, wait])).toEqual([
      silent,
      entries(head("look", { index: 0, id: null })),
      entries(piece('{"at":"i', { index: 0 })),
      entries(piece('t"}', { index: 0, id: "call_1" })),
      entries(head("wait", { index: 1, id: null })),
      entries(piece('{"for":"', { index: 1 })),
      entries(piece('me"}', { index: 1, id: "call_2" })),
      ...called,
    ]);
    expect(await whole(["id-late"], look)).toEqual(await whole([], look));
  });
});

describe("the end", () => {
  const finishes: [ChatVariant, string][] = [
    ["finish-stop", "stop"],
    ["finish-tool-calls", "tool_calls"],
    ["finish-content-filter", "content_filter"],
  ];
  for (const [variant, finish] of finishes) {
    it(`${variant}: whatever there is (PRO-02)`, async () => {
      for (const output of [[say("Yes")], [look]]) {
        const plain = await streamed([], output);
        expect(await streamed([variant], output)).toEqual([
          ...plain.slice(0, -2),
          { finish },
          "[DONE]",
        ]);
        expect(await whole([variant], ...output)).toEqual({
          ...((await whole([], ...output)) as object),
          finish_reason: finish,
        });
      }
    });
  }

  const disconnected = {
    code: 502,
    message: "Provider disconnected unexpectedly",
    metadata: { error_type: "provider_unavailable" },
  };

  it("finish-error: the error is beside it, and the client throws it in a stream alone", async () => {
    expect(await streamed(["finish-error"], [say("Yes")])).toEqual([
      role,
      { content: "Yes" },
      { finish: "error", error: disconnected },
      "[DONE]",
    ]);
    expect(await whole(["finish-error"], say("Yes"))).toEqual({
      ...choice({ content: "Yes" }, "error"),
      error: disconnected,
    });
    await withRehearsal(findScenario("chat-finish-error"), async (rehearsal) => {
      const { chunks, thrown } = await readChatWithClient(rehearsal);
      expect([chunks.length, (thrown as InstanceType<typeof OpenAI.APIError>).error]).toEqual([
        8,
        disconnected,
      ]);
    });
  });

  it("finish-empty: it is an empty text until then", async () => {
    expect(await streamed(["finish-empty"], [say("Yes")])).toEqual([
      { ...role, finish: "" },
      { content: "Yes", finish: "" },
      ...stop,
    ]);
  });

  it("no-finish and no-done: one of the two is missing", async () => {
    const text = [role, { content: "Yes" }];
    expect(await streamed(["no-finish"], [say("Yes")])).toEqual([...text, "[DONE]"]);
    expect(await streamed(["no-done"], [say("Yes")])).toEqual([...text, { finish: "stop" }]);
    expect(await streamed(["no-finish", "no-done"], [say("Yes")])).toEqual(text);
  });

  const usage = {
    prompt_tokens: 2,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens: 1,
    completion_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 3,
  };
  const asking = { stream_options: { include_usage: true } };

  it("usage-never: not even null, in a stream and in a whole answer", async () => {
    const script = scripted({ ...answer(say("Yes")), chat: ["usage-never"] });
    const chunks = await chunksOf(script, asking);
    expect(brief(chunks)).toEqual([role, { content: "Yes" }, ...stop]);
    const { body } = await completionOf(script);
    const objects = [...chunks.slice(0, -1), body] as object[];
    expect(objects.map((sent) => "usage" in sent)).toEqual([false, false, false, false]);
  });

  it("usage-bare: without details, in a stream and in a whole answer", async () => {
    const bare = { prompt_tokens: 2, completion_tokens: 1, total_tokens: 3 };
    expect(await streamed(["usage-bare"], [say("Yes")], asking)).toEqual([
      role,
      { content: "Yes" },
      { finish: "stop" },
      { choices: [], usage: bare },
      "[DONE]",
    ]);
    const { body } = await completionOf(scripted({ ...answer(say("Yes")), chat: ["usage-bare"] }));
    expect((body as { usage: unknown }).usage).toEqual(bare);
  });

  it("usage-in-finish: in the chunk that ends it, asked for or not", async () => {
    for (const fields of [asking, {}]) {
      expect(await streamed(["usage-in-finish"], [say("Yes")], fields)).toEqual([
        role,
        { content: "Yes" },
        { finish: "stop", usage },
        "[DONE]",
      ]);
    }
  });
});

describe("an answer that is none (PRO-01, STR-02)", () => {
  const error = {
    message: "The model is overloaded. Please try again.",
    type: "server_error",
    param: null,
    code: null,
  };

  it("error-body: an error with status 200, alone in a stream as well", async () => {
    await withRehearsal(findScenario("chat-error-body"), async (rehearsal) => {
      expect(await replyOf(await postChat(rehearsal))).toEqual({ status: 200, body: { error } });
      const response = await postChat(rehearsal, { stream: true });
      expect([response.status, await response.text()]).toEqual([
        200,
        `data: ${JSON.stringify({ error })}\n\n`,
      ]);
      const { chunks, thrown } = await readChatWithClient(rehearsal);
      expect([chunks, thrown]).toEqual([[], expect.any(OpenAI.APIError)]);
    });
  });

  it("plain-text: a stream all the same", async () => {
    await withRehearsal(findScenario("chat-plain-text"), async (rehearsal) => {
      const response = await postChat(rehearsal, { stream: true });
      const text = await response.text();
      expect([response.headers.get("content-type"), text.slice(-14)]).toEqual([
        "text/plain",
        "data: [DONE]\n\n",
      ]);
      const { chunks } = await readChatWithClient(rehearsal);
      expect(brief(chunks)).toEqual(brief(await chunksOf(findScenario("greeting"))).slice(0, -1));
      expect((await replyOf(await postChat(rehearsal))).status).toBe(200);
    });
  });

  it("no-stream: the whole answer, in which the client finds no chunk", async () => {
    await withRehearsal(findScenario("chat-no-stream"), async (rehearsal) => {
      const response = await postChat(rehearsal, { stream: true });
      const { object, choices } = (await response.json()) as Chunk;
      expect([response.headers.get("content-type"), object, choices.length]).toEqual([
        "application/json",
        "chat.completion",
        1,
      ]);
      expect(await readChatWithClient(rehearsal)).toEqual({ chunks: [], printed: [] });
    });
  });
});
