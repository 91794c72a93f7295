import { describe, expect, it } from "vitest";
import type { Rehearsal } from "../../shared/rehearsal/server.ts";
import { type Expected, missing, refused, wrongType } from "./api-errors.ts";
import { postChat, replyOf } from "./chats.ts";
import { withRehearsal } from "./clients.ts";

const user = { role: "user", content: "hello" };
const answered = (id: string) => ({ role: "tool", tool_call_id: id, content: "done" });

function callOf(id: unknown, fields: object = {}): object {
  return { id, type: "function", function: { name: "look", arguments: "{}" }, ...fields };
}

function calling(...ids: string[]): object {
  return { role: "assistant", content: null, tool_calls: ids.map((id) => callOf(id)) };
}

const ok = { status: 200 };

/** Each request with what is answered; of an answer that is no refusal only the status. */
async function check(...cases: [fields: object, expected: Expected | typeof ok][]): Promise<void> {
  await withRehearsal(undefined, async (rehearsal) => {
    for (const [fields, expected] of cases) {
      const response = await postChat(rehearsal, fields);
      const reply = response.status === 200 ? ok : await replyOf(response);
      expect([fields, reply]).toEqual([fields, expected]);
    }
  });
}

const checkMessages = (...cases: [messages: unknown, expected: Expected | typeof ok][]) =>
  check(
    ...cases.map(([messages, expected]): [object, typeof expected] => [{ messages }, expected]),
  );

describe("a chat request", () => {
  it("has a model and messages", async () => {
    await check(
      [{ model: undefined }, missing("model")],
      [{ model: "" }, missing("model")],
      [{ model: 4 }, wrongType("model", "a string", "an integer")],
      [{ messages: undefined }, missing("messages")],
      [{ messages: null }, missing("messages")],
      [{ messages: "hello" }, wrongType("messages", "an array of objects", "a string")],
      [{ messages: ["hello"] }, wrongType("messages[0]", "an object", "a string")],
      [
        { messages: [] },
        refused(
          "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
          "messages",
          "empty_array",
        ),
      ],
    );
  });

  it("is JSON, an object, and Unicode", async () => {
    await withRehearsal(undefined, async ({ url }: Rehearsal) => {
      const send = async (body: string) =>
        replyOf(await fetch(`${url}/chat/completions`, { method: "POST", body }));
      expect(await send("{")).toEqual(refused("We could not parse the JSON body of your request."));
      expect(await send("")).toEqual(refused("We could not parse the JSON body of your request."));
      expect(await send("[1]")).toEqual(refused("The body has to be a JSON object."));
      const message = '{"role":"user","content":"a\\ud800"}';
      expect(await send(`{"model":"any","messages":[${message}]}`)).toEqual(
        refused(
          "Invalid 'messages[0].content': the string holds a lone surrogate, which is not valid Unicode.",
          "messages[0].content",
          "invalid_value",
        ),
      );
    });
  });

  it("has settings of the right type, and any that are not known", async () => {
    await check(
      [{ stream: "yes" }, wrongType("stream", "a boolean", "a string")],
      [{ max_tokens: "9" }, wrongType("max_tokens", "an integer", "a string")],
      [
        { max_completion_tokens: 1.5 },
        wrongType("max_completion_tokens", "an integer", "a number"),
      ],
      [{ reasoning_effort: 3 }, wrongType("reasoning_effort", "a string", "an integer")],
      [{ stream: true, stream_options: 1 }, wrongType("stream_options", "an object", "an integer")],
      [
        { stream_options: { include_usage: true } },
        refused(
          "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
          "stream_options",
        ),
      ],
      [{ stream: true, stream_options: { include_usage: true } }, ok],
      [{ stream: false, stream_options: null, max_tokens: null }, ok],
      [
        {
          max_tokens: 9,
          max_completion_tokens: 9,
          reasoning_effort: "low",
          top_k: 4,
          store: false,
        },
        ok,
      ],
    );
  });
});

describe("the messages", () => {
  it("have a role that the API knows", async () => {
    await checkMessages(
      [[{ content: "hello" }], missing("messages[0].role")],
      [[{ role: 1, content: "x" }], wrongType("messages[0].role", "a string", "an integer")],
      [
        [user, { role: "bot", content: "hello" }],
        refused(
          "Invalid value: 'bot'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.",
          "messages[1].role",
          "invalid_value",
        ),
      ],
      [
        [{ role: "function", name: "look", content: "x" }],
        refused(
          "Unsupported value: 'messages[0].role' does not support 'function' with this model.",
          "messages[0].role",
          "unsupported_value",
        ),
      ],
    );
  });

  it("have content: a text, or parts of the kinds that the role may have", async () => {
    const noText = (index: number) =>
      refused(
        "Invalid value for 'content': expected a string, got null.",
        `messages.[${index}].content`,
      );
    const part = (type: string, fields: object) => ({ type, ...fields });
    const supported = (value: string, list: string, param: string) =>
      refused(`Invalid value: '${value}'. Supported values are: ${list}.`, param, "invalid_value");
    await checkMessages(
      [[{ role: "user" }], noText(0)],
      [[{ role: "system", content: null }, user], noText(0)],
      [[user, { role: "assistant", content: null }], noText(1)],
      [[user, { role: "assistant" }], noText(1)],
      [[user, calling("call_1"), { ...answered("call_1"), content: null }], noText(2)],
      [
        [{ role: "user", content: 4 }],
        wrongType("messages[0].content", "one of an array of objects or string", "an integer"),
      ],
      [
        [{ role: "user", content: ["x"] }],
        wrongType("messages[0].content[0]", "an object", "a string"),
      ],
      [[{ role: "user", content: [{}] }], missing("messages[0].content[0].type")],
      [[{ role: "user", content: [part("text", {})] }], missing("messages[0].content[0].text")],
      [
        [{ role: "user", content: [part("input_text", { text: "x" })] }],
        supported(
          "input_text",
          "'text', 'image_url', 'input_audio', and 'file'",
          "messages[0].content[0].type",
        ),
      ],
      [
        [{ role: "system", content: [part("image_url", {})] }, user],
        supported("image_url", "'text'", "messages[0].content[0].type"),
      ],
      [
        [user, { role: "assistant", content: [part("file", {})] }],
        supported("file", "'text' and 'refusal'", "messages[1].content[0].type"),
      ],
    );
  });

  it("are taken in every form that clients send", async () => {
    const text = (words: string) => [{ type: "text", text: words }];
    const call = callOf("call_1");
    await checkMessages(
      [[{ role: "system", content: "x" }, { role: "developer", content: text("x") }, user], ok],
      [[{ role: "user", content: [], name: "me" }], ok],
      [[{ role: "user", content: [{ type: "image_url", image_url: { url: "data:" } }] }], ok],
      [[user, { role: "assistant", content: "" }, user], ok],
      [[user, { role: "assistant", content: [{ type: "refusal", refusal: "No." }] }, user], ok],
      [[user, { role: "assistant", tool_calls: [call] }, answered("call_1")], ok],
      [[user, { role: "assistant", content: "", tool_calls: [call] }, answered("call_1")], ok],
      [
        [
          user,
          { role: "assistant", content: text("x"), tool_calls: [call], reasoning_content: "x" },
          { ...answered("call_1"), content: text("done") },
        ],
        ok,
      ],
      [[user, calling("a", "b"), answered("b"), answered("a"), user], ok],
      [[user, calling("a"), answered("a"), calling("a"), answered("a")], ok],
      [
        [
          user,
          {
            role: "assistant",
            content: null,
            tool_calls: [{ id: "a", type: "custom", custom: { name: "x", input: "" } }],
          },
          answered("a"),
        ],
        ok,
      ],
    );
  });
});

describe("the calls of an assistant message", () => {
  const withCalls = (...tool_calls: unknown[]) => [
    user,
    { role: "assistant", content: null, tool_calls },
  ];
  const first = "messages[1].tool_calls[0]";

  it("are a list with at least one call, where there is the field", async () => {
    const message = { role: "assistant", content: "x" };
    await checkMessages(
      [
        [user, { ...message, tool_calls: null }],
        wrongType("messages[1].tool_calls", "an array of objects", "null"),
      ],
      [
        withCalls(),
        refused(
          "Invalid 'messages[1].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
          "messages[1].tool_calls",
          "empty_array",
        ),
      ],
      [withCalls("x"), wrongType(first, "an object", "a string")],
    );
  });

  it("have an id of 1 to 40 characters, each its own (PRO-05)", async () => {
    await checkMessages(
      [withCalls(callOf(undefined)), missing(`${first}.id`)],
      [withCalls(callOf(null)), wrongType(`${first}.id`, "a string", "null")],
      [
        withCalls(callOf("")),
        refused(
          `Invalid '${first}.id': empty string. Expected a string with minimum length 1, but got an empty string instead.`,
          `${first}.id`,
          "empty_string",
        ),
      ],
      [
        withCalls(callOf("x".repeat(41))),
        refused(
          `Invalid '${first}.id': string too long. Expected a string with maximum length 40, but got a string with length 41 instead.`,
          `${first}.id`,
          "string_above_max_length",
        ),
      ],
      [[...withCalls(callOf("x".repeat(40))), answered("x".repeat(40))], ok],
      [
        [...withCalls(callOf("a"), callOf("a")), answered("a")],
        refused(
          "Invalid 'messages[1].tool_calls[1].id': duplicate value 'a'. Every call of a message needs an id of its own.",
          "messages[1].tool_calls[1].id",
          "invalid_value",
        ),
      ],
    );
  });

  it("have a type, a name that the API takes, and arguments as a text", async () => {
    const called = (fields: object) => withCalls(callOf("a", { function: fields }));
    await checkMessages(
      [withCalls({ id: "a" }), missing(`${first}.type`)],
      [
        withCalls({ id: "a", type: "tool" }),
        refused(
          "Invalid value: 'tool'. Supported values are: 'function' and 'custom'.",
          `${first}.type`,
          "invalid_value",
        ),
      ],
      [withCalls({ id: "a", type: "function" }), missing(`${first}.function`)],
      [called({ arguments: "{}" }), missing(`${first}.function.name`)],
      [
        called({ name: "fly me", arguments: "{}" }),
        refused(
          `Invalid '${first}.function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
          `${first}.function.name`,
          "invalid_value",
        ),
      ],
      [called({ name: "look" }), missing(`${first}.function.arguments`)],
      [
        called({ name: "look", arguments: {} }),
        wrongType(`${first}.function.arguments`, "a string", "an object"),
      ],
      [[...called({ name: "look", arguments: "no JSON" }), answered("a")], ok],
    );
  });
});

describe("the answers to calls", () => {
  const unanswered = (ids: string, index: number) =>
    refused(
      `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids}`,
      `messages.[${index}].role`,
    );

  it("stand behind the message with the calls, one for each", async () => {
    await checkMessages(
      [[user, calling("a")], unanswered("a", 1)],
      [[user, calling("a"), user], unanswered("a", 2)],
      [[user, calling("a", "b", "c"), answered("b"), user], unanswered("a, c", 3)],
      [[user, calling("a"), user, answered("a")], unanswered("a", 2)],
      [[user, calling("a"), calling("b"), answered("a"), answered("b")], unanswered("a", 2)],
      [[user, calling("a"), answered("a"), calling("b")], unanswered("b", 3)],
    );
  });

  it("belong to a call of that message, and come once", async () => {
    const noCall = (index: number) =>
      refused(
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
        `messages.[${index}].role`,
      );
    await checkMessages(
      [[answered("a")], noCall(0)],
      [[user, answered("a")], noCall(1)],
      [[user, { role: "assistant", content: "x" }, answered("a")], noCall(2)],
      [[user, calling("a"), answered("a"), user, answered("a")], noCall(4)],
      [
        [user, calling("a"), answered("a"), answered("b")],
        refused(
          "Invalid parameter: 'tool_call_id' of 'b' not found in 'tool_calls' of previous message.",
          "messages.[3].tool_call_id",
        ),
      ],
      [
        [user, calling("a", "b"), answered("a"), answered("a")],
        refused(
          "Invalid parameter: Duplicate value for 'tool_call_id' of 'a', in messages[2] and messages[3].",
          "messages.[3].tool_call_id",
        ),
      ],
    );
  });

  it("name their call", async () => {
    await checkMessages(
      [
        [user, calling("a"), { role: "tool", content: "done" }],
        refused(
          "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.",
          "messages.[2].tool_call_id",
        ),
      ],
      [
        [user, calling("a"), { ...answered("a"), tool_call_id: 4 }],
        wrongType("messages[2].tool_call_id", "a string", "an integer"),
      ],
    );
  });
});

describe("the tools of a chat request", () => {
  const parameters = {
    type: "object",
    properties: { at: { type: "string" } },
    required: ["at"],
    additionalProperties: false,
  };
  const offered = (fields: object) => ({
    tools: [{ type: "function", function: { name: "look", ...fields } }],
  });

  it("are functions or custom tools, with what is needed", async () => {
    await check(
      [{ tools: {} }, wrongType("tools", "an array of objects", "an object")],
      [{ tools: ["look"] }, wrongType("tools[0]", "an object", "a string")],
      [{ tools: [{ function: {} }] }, missing("tools[0].type")],
      [
        { tools: [{ type: "web_search" }] },
        refused(
          "Invalid value: 'web_search'. Supported values are: 'function' and 'custom'.",
          "tools[0].type",
          "invalid_value",
        ),
      ],
      [{ tools: [{ type: "function", name: "look" }] }, missing("tools[0].function")],
      [{ tools: [{ type: "function", function: {} }] }, missing("tools[0].function.name")],
      [offered({ parameters, description: "Looks.", strict: true }), ok],
      [offered({}), ok],
      [{ tools: [{ type: "custom", custom: { name: "x" } }] }, ok],
      [{ tools: [] }, ok],
      [{ tools: null }, ok],
    );
  });

  it("have names and schemas that the API takes", async () => {
    await check(
      [
        offered({ name: "look at" }),
        refused(
          "Invalid 'tools[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
          "tools[0].function.name",
          "invalid_value",
        ),
      ],
      [
        offered({ parameters: { type: "string" } }),
        refused(
          "Invalid schema for function 'look': schema must be a JSON Schema of 'type: \"object\"', got 'type: \"string\"'.",
          "tools[0].function.parameters",
          "invalid_function_parameters",
        ),
      ],
      [
        offered({ strict: true, parameters: { ...parameters, required: [] } }),
        refused(
          "Invalid schema for function 'look': In context=(), 'required' is required to be supplied and to be an array including every key in properties. Missing 'at'.",
          "tools[0].function.parameters",
          "invalid_function_parameters",
        ),
      ],
      [offered({ parameters: { ...parameters, required: [] } }), ok],
    );
  });
});
