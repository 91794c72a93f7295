import { describe, expect, it } from "vitest";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { type Expected, missing, refused, wrongType } from "./api-errors.ts";
import { post, send, withRehearsal } from "./clients.ts";

/** A whole request around these items. */
const items = (...input: unknown[]) => ({ model: "any", input });
const ask = (fields: object) => ({ model: "any", input: "hello", ...fields });
const user = (content: unknown) => ({ role: "user", content });
const call = (fields: object = {}) => ({
  type: "function_call",
  call_id: "call_1",
  name: "fly",
  arguments: "{}",
  ...fields,
});
const output = (fields: object = {}) => ({
  type: "function_call_output",
  call_id: "call_1",
  output: "done",
  ...fields,
});

const unreadable = refused("We could not parse the JSON body of your request.");
const noObject = refused("The body has to be a JSON object.");
const textOrList = "one of an array of objects or string";

const rules: [title: string, body: unknown, expected: Expected][] = [
  ["an empty body", "", unreadable],
  ["half a JSON body", '{"model":', unreadable],
  ["bytes that are no UTF-8", new Uint8Array([0x22, 0xff, 0x22]), unreadable],
  ["a list as the body", [], noObject],
  ["null as the body", "null", noObject],

  ["no model", { input: "hello" }, missing("model")],
  ["an empty model", { input: "hello", model: "" }, missing("model")],
  ["a number as model", ask({ model: 5 }), wrongType("model", "a string", "an integer")],
  [
    "neither input nor a response to go on from",
    { model: "any" },
    refused(
      'One of "input" or "previous_response_id" must be provided.',
      "input",
      "missing_required_parameter",
    ),
  ],
  [
    "an empty list of items",
    items(),
    refused(
      "Invalid 'input': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      "input",
      "empty_array",
    ),
  ],
  ["an object as input", ask({ input: {} }), wrongType("input", textOrList, "an object")],
  ["a text as stream", ask({ stream: "yes" }), wrongType("stream", "a boolean", "a string")],
  ["a text as store", ask({ store: "no" }), wrongType("store", "a boolean", "a string")],
  [
    "a number as instructions",
    ask({ instructions: 1.5 }),
    wrongType("instructions", "a string", "a number"),
  ],
  [
    "a text as include",
    ask({ include: "x" }),
    wrongType("include", "an array of strings", "a string"),
  ],
  [
    "a number as previous response",
    ask({ previous_response_id: 1 }),
    wrongType("previous_response_id", "a string", "an integer"),
  ],

  ["an item that is no object", items("hello"), wrongType("input[0]", "an object", "a string")],
  [
    "a number as the type of an item",
    items({ type: 1 }),
    wrongType("input[0].type", "a string", "an integer"),
  ],
  ["a message without role", items({ content: "hello" }), missing("input[0].role")],
  [
    "a role of the chat wire",
    items(user("hello"), { role: "tool", content: "hello" }),
    refused(
      "Invalid value: 'tool'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
      "input[1].role",
      "invalid_value",
    ),
  ],
  [
    "a number as role",
    items({ role: 1, content: "hello" }),
    wrongType("input[0].role", "a string", "an integer"),
  ],
  ["a message without content", items({ role: "user" }), missing("input[0].content")],
  ["null as content", items(user(null)), wrongType("input[0].content", textOrList, "null")],
  [
    "a part that is no object",
    items(user(["hello"])),
    wrongType("input[0].content[0]", "an object", "a string"),
  ],
  ["a part without type", items(user([{ text: "a" }])), missing("input[0].content[0].type")],
  [
    "a number as the type of a part",
    items(user([{ type: 1 }])),
    wrongType("input[0].content[0].type", "a string", "an integer"),
  ],
  [
    "a text part without text",
    items(user([{ type: "input_text" }])),
    missing("input[0].content[0].text"),
  ],
  [
    "a refusal without its text",
    items({ role: "assistant", content: [{ type: "refusal" }] }, user("hello")),
    missing("input[0].content[0].refusal"),
  ],
  [
    "a part of the chat wire",
    items(user([{ type: "text", text: "a" }])),
    refused(
      "Invalid value: 'text'. Supported values are: 'input_text', 'input_image', 'input_file', and 'input_audio'.",
      "input[0].content[0].type",
      "invalid_value",
    ),
  ],
  [
    "an input part in the model's mouth",
    items({ role: "assistant", content: [{ type: "input_text", text: "a" }] }),
    refused(
      "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
      "input[0].content[0].type",
      "invalid_value",
    ),
  ],

  ["a call without call id", items(call({ call_id: undefined })), missing("input[0].call_id")],
  ["a call without name", items(call({ name: undefined })), missing("input[0].name")],
  [
    "a call without arguments",
    items(call({ arguments: undefined })),
    missing("input[0].arguments"),
  ],
  [
    "an object as arguments",
    items(call({ arguments: {} })),
    wrongType("input[0].arguments", "a string", "an object"),
  ],
  [
    "a call by a name with odd characters",
    items(user("a"), user("b"), user("c"), call({ name: "fly me/to the moon!" })),
    refused(
      "Invalid 'input[3].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
      "input[3].name",
      "invalid_value",
    ),
  ],
  [
    "a call by an empty name",
    items(call({ name: "" })),
    refused(
      "Invalid 'input[0].name': empty string. Expected a string with minimum length 1, but got an empty string instead.",
      "input[0].name",
      "empty_string",
    ),
  ],
  [
    "a call by a name of 65 characters",
    items(call({ name: "f".repeat(65) })),
    refused(
      "Invalid 'input[0].name': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
      "input[0].name",
      "string_above_max_length",
    ),
  ],
  ["an output without call id", items(output({ call_id: undefined })), missing("input[0].call_id")],
  ["an output without output", items(output({ output: undefined })), missing("input[0].output")],
  [
    "null as output",
    items(output({ output: null })),
    wrongType("input[0].output", textOrList, "null"),
  ],
  [
    "texts as the parts of an output",
    items(output({ output: ["a"] })),
    wrongType("input[0].output", textOrList, "an array"),
  ],
  [
    "reasoning with neither id nor encrypted content",
    items({ type: "reasoning", summary: [] }),
    refused(
      "Missing required parameter: 'input[0].id'. A reasoning item is known by its id or its encrypted content.",
      "input[0].id",
      "missing_required_parameter",
    ),
  ],
  ["a reference without id", items({ type: "item_reference" }), missing("input[0].id")],

  [
    "half a character in a text",
    items(user("a"), user([{ type: "input_text", text: "half \ud83d" }])),
    refused(
      "Invalid 'input[1].content[0].text': the string holds a lone surrogate, which is not valid Unicode.",
      "input[1].content[0].text",
      "invalid_value",
    ),
  ],
  [
    "half a character in a field that nobody knows",
    ask({ metadata: { "\ude00": "a" } }),
    refused(
      "Invalid 'metadata.\ufffd': the string holds a lone surrogate, which is not valid Unicode.",
      "metadata.\ufffd",
      "invalid_value",
    ),
  ],
  [
    "a body as deep as a well",
    `{"model":"any","input":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
    refused("The body is nested deeper than 500 levels."),
  ],
];

describe("a request is refused for", () => {
  for (const [title, body, expected] of rules) {
    it(title, async () => {
      await withRehearsal(findScenario("greeting"), async (rehearsal) => {
        expect(await post(rehearsal, body)).toEqual(expected);
        const next = await post(rehearsal, { model: "any", input: "hello" });
        expect(next.status).toBe(200);
      });
    });
  }

  it("an item of unknown type, with the list of the known ones", async () => {
    await withRehearsal(findScenario("greeting"), async (rehearsal) => {
      const reply = await post(rehearsal, items({ type: "toString" }));
      expect(reply).toEqual(
        refused(
          expect.stringMatching(
            /^Invalid value: 'toString'\. Supported values are: 'message', 'reasoning', 'function_call', .*, and 'web_search_call'\.$/,
          ),
          "input[0].type",
          "invalid_value",
        ),
      );
    });
  });

  it("a body over 64 MiB, with 413", async () => {
    await withRehearsal(findScenario("greeting"), async (rehearsal) => {
      const body = Buffer.alloc(64 * 1024 * 1024 + 1, "a");
      const message = `The body has ${body.length} bytes; the limit is 64 MiB.`;
      const { headers, ...reply } = await send(`${rehearsal.url}/responses`, {
        method: "POST",
        body,
      });
      expect(reply).toEqual({ ...refused(message, null, "request_too_large"), status: 413 });
      expect(rehearsal.requests).toEqual([]);
    });
  });
});

describe("a request is taken with (WIRE 4)", () => {
  const accepted: Record<string, unknown> = {
    "every role, items with and without type, id and status on any item": items(
      { role: "system", content: "a" },
      { role: "developer", content: "b", id: "x", status: "completed" },
      { type: "message", role: "user", content: [{ type: "input_text", text: "c" }] },
      { role: "assistant", content: [{ type: "output_text", text: "d" }] },
      { type: "message", role: "user", content: "e", id: "y", status: "in_progress" },
    ),
    "null content on reasoning, and a message between reasoning and call": items(
      user("a"),
      { type: "reasoning", id: "rs_9", summary: [], content: null, encrypted_content: "x" },
      { role: "assistant", content: "Let me look." },
      call({ id: "fc_9", status: "completed" }),
      output({ id: "x", status: "completed" }),
    ),
    "outputs as lists of parts, in any order": items(
      user("a"),
      call(),
      call({ call_id: "call_2" }),
      output({ call_id: "call_2", output: [{ type: "input_text", text: "done" }] }),
      output(),
    ),
    "arguments that are no JSON": items(user("a"), call({ arguments: '{"path":' }), output()),
    "a call id that comes again once it was answered": items(
      user("a"),
      call(),
      output(),
      user("b"),
      call(),
      output(),
      user("c"),
    ),
    "a user message before the output": items(call(), user("wait"), output()),
    "items of the API's own tools": items(user("a"), { type: "web_search_call", id: "ws_1" }),
    "a custom tool's call and output": items(
      { type: "custom_tool_call", call_id: "call_1", name: "patch", input: "x" },
      { type: "custom_tool_call_output", call_id: "call_1", output: "done" },
    ),
    "null for what may be left out": ask({
      instructions: null,
      previous_response_id: null,
      store: null,
      stream: null,
      include: null,
      tools: null,
      tool_choice: null,
      temperature: null,
    }),
    "options of a stream, where none is asked for": ask({
      stream: false,
      stream_options: { include_obfuscation: false },
    }),
    "unknown fields": ask({ frequency: "high" }),
    "an emoji, which is a whole pair": ask({ input: "🙂" }),
    "an empty text": ask({ input: "" }),
  };
  for (const [title, body] of Object.entries(accepted)) {
    it(title, async () => {
      await withRehearsal(findScenario("greeting"), async (rehearsal) => {
        const reply = await post(rehearsal, body);
        expect([reply.status, reply.body]).toEqual([
          200,
          expect.objectContaining({ id: "resp_1" }),
        ]);
      });
    });
  }
});
