import type { Chat } from "openai/resources";
import { describe, expect, it } from "vitest";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { answer, call, fail, say } from "../../shared/rehearsal/scenarios/script.ts";
import { completionOf, hello, postChat, replyOf } from "./chats.ts";
import { clientOf, post, scripted, withRehearsal } from "./clients.ts";

/** Written as the SDK's type, so that the compiler sees what is sent. */
const greeting: Chat.ChatCompletion = {
  id: "chatcmpl_1",
  object: "chat.completion",
  created: 0,
  model: "any",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: "Hello! What shall we build?", refusal: null },
      logprobs: null,
      finish_reason: "stop",
    },
  ],
  usage: {
    prompt_tokens: 2,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens: 7,
    completion_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 9,
  },
  service_tier: "default",
};

const look = call("call_1", "look", '{"at":"it"}');
const lookCall = {
  id: "call_1",
  type: "function",
  function: { name: "look", arguments: '{"at":"it"}' },
};

type Script = ReturnType<typeof answer>;

/** The message of the first response, and why it ended. */
async function choiceOf(script: Script): Promise<unknown> {
  const { body } = await completionOf(scripted(script));
  const [{ message, finish_reason }] = (body as Chat.ChatCompletion).choices as [
    Chat.ChatCompletion.Choice,
  ];
  return { message, finish_reason };
}

describe("a completion", () => {
  it("is complete, and compiles against the SDK's types (WIRE 7, 12)", async () => {
    const { status, body } = await completionOf(findScenario("greeting"));
    const { created } = body as Chat.ChatCompletion;
    expect(Math.abs(created - Date.now() / 1000)).toBeLessThan(60);
    expect({ status, body }).toEqual({ status: 200, body: { ...greeting, created } });
  });

  it("has an id of its own, whatever is asked on the other path", async () => {
    await withRehearsal(findScenario("greeting"), async (rehearsal) => {
      const { chat, responses } = clientOf(rehearsal);
      const ask = async () => (await chat.completions.create({ model: "any", messages: hello })).id;
      const other = async () => (await responses.create({ model: "any", input: "hello" })).id;
      expect([await ask(), await other(), await ask()]).toEqual([
        "chatcmpl_1",
        "resp_1",
        "chatcmpl_2",
      ]);
    });
  });

  it("holds calls without an index, and no text beside them", async () => {
    const look2 = call("call_2", "look", "{}");
    expect(await choiceOf(answer(look, look2))).toEqual({
      message: {
        role: "assistant",
        content: null,
        refusal: null,
        tool_calls: [
          lookCall,
          { id: "call_2", type: "function", function: { name: "look", arguments: "{}" } },
        ],
      },
      finish_reason: "tool_calls",
    });
  });

  it("holds the texts of a script in one text, and the reasoning beside it", async () => {
    const thought = { type: "reasoning", text: "Hm." } as const;
    const script = answer(thought, say("First."), look, thought, say("Then."));
    expect(await choiceOf(script)).toEqual({
      message: {
        role: "assistant",
        content: "First.\n\nThen.",
        refusal: null,
        reasoning_content: "Hm.\n\nHm.",
        tool_calls: [lookCall],
      },
      finish_reason: "tool_calls",
    });
  });

  it("holds a refusal in a field of its own", async () => {
    expect(await choiceOf(answer({ type: "refusal", text: "No." }))).toEqual({
      message: { role: "assistant", content: null, refusal: "No." },
      finish_reason: "stop",
    });
  });

  it("counts the tokens of all messages, of the reasoning, and of what is written", async () => {
    const messages = [
      { role: "system", content: "12345678" },
      { role: "user", content: [{ type: "text", text: "1234" }] },
      { role: "assistant", content: null, tool_calls: [lookCall] },
      { role: "tool", tool_call_id: "call_1", content: "12345678" },
    ];
    const script = scripted(answer({ type: "reasoning", text: "12345678" }, say("1234")));
    const { body } = await completionOf(script, { messages });
    expect((body as Chat.ChatCompletion).usage).toEqual({
      // "look" and its arguments are 15 characters
      prompt_tokens: 9,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens: 3,
      completion_tokens_details: { reasoning_tokens: 2 },
      total_tokens: 12,
    });
  });
});

describe("a fault inside the completion", () => {
  it("response-incomplete: it ends for its length, also inside a call (ORD-05)", async () => {
    const half = call("call_1", "look", '{"at":"i');
    expect(await choiceOf(fail("response-incomplete", half))).toEqual({
      message: {
        role: "assistant",
        content: null,
        refusal: null,
        tool_calls: [
          { id: "call_1", type: "function", function: { name: "look", arguments: '{"at":"i' } },
        ],
      },
      finish_reason: "length",
    });
  });

  it("empty-output: it ends as it should, with nothing in it", async () => {
    expect(await choiceOf(fail("empty-output", say("unsaid"), look))).toEqual({
      message: { role: "assistant", content: null, refusal: null },
      finish_reason: "stop",
    });
  });

  it("response-failed: status 200, and an error in its place", async () => {
    expect(await completionOf(findScenario("response-failed"))).toEqual({
      status: 200,
      body: {
        error: {
          message: "The model failed while it wrote this response.",
          type: "server_error",
          param: null,
          code: null,
        },
      },
    });
  });
});

describe("a model without tools (PRO-07)", () => {
  const tools = [{ type: "function", function: { name: "look", parameters: { type: "object" } } }];

  it("refuses a request that offers some, in Ollama's words, on both paths", async () => {
    const error = {
      message: "tiny does not support tools",
      type: "api_error",
      param: null,
      code: null,
    };
    await withRehearsal(findScenario("no-tool-support"), async (rehearsal) => {
      const chat = postChat(rehearsal, { model: "tiny", tools, stream: true });
      expect(await replyOf(await chat)).toEqual({ status: 400, body: { error } });
      const fields = { tools: [{ type: "function", name: "look" }] };
      const other = post(rehearsal, { model: "tiny", input: "hello", ...fields });
      expect(await other).toEqual({ status: 400, body: { error } });
    });
  });

  it("answers another one", async () => {
    await withRehearsal(findScenario("no-tool-support"), async (rehearsal) => {
      const replies = [await postChat(rehearsal), await postChat(rehearsal, { tools: [] })];
      for (const { status, body } of await Promise.all(replies.map(replyOf))) {
        const { message } = (body as Chat.ChatCompletion).choices[0] as Chat.ChatCompletion.Choice;
        expect([status, message.content]).toEqual([200, "Hello, without tools."]);
      }
    });
  });
});
