import type { Responses } from "openai/resources";
import { describe, expect, it } from "vitest";
import { usable } from "../../chapters/02-tools/openai.ts";
import { mended } from "../../chapters/02-tools/response-items.ts";

const call = { type: "function_call", call_id: "c1", name: "get_current_time", arguments: "{}" };

describe("a usable response", () => {
  it("PRO-05 gives a call without an id of its own one that its output can carry", () => {
    const odd = [
      call,
      call,
      { ...call, call_id: "" },
      { ...call, call_id: undefined },
      { ...call, call_id: 7 },
      { ...call, call_id: "x".repeat(100) },
    ];
    expect(ids(usable(responseOf(odd)))).toEqual([
      "c1",
      "call_own_1",
      "call_own_2",
      "call_own_3",
      "call_own_4",
      "x".repeat(64),
    ]);
  });

  it("gives arguments that are no text their JSON, for the check of the tools to judge", () => {
    const odd = [{ path: "a" }, null, undefined, 7].map((args, index) => {
      return { ...call, call_id: `c${index}`, arguments: args };
    });
    const { output } = usable(responseOf(odd));
    expect(output.map((item) => "arguments" in item && item.arguments)).toEqual([
      '{"path":"a"}',
      "",
      "",
      "7",
    ]);
  });

  it("compares ids as they will be sent", () => {
    const odd = ["call_own_1", "", "\ud800", "\ud801"].map((call_id) => ({ ...call, call_id }));
    expect(ids(usable(responseOf(odd)))).toEqual([
      "call_own_1",
      "call_own_2",
      "\ufffd",
      "call_own_3",
    ]);
  });

  it("leaves out parts of a message that are no text, and messages without any", () => {
    const part = { type: "output_text", text: "hello" };
    const odd = [
      { type: "message", role: "user", content: [part, { type: "output_text", text: 5 }] },
      { type: "message", role: "assistant", content: [{ type: "output_audio" }] },
      { type: "message", role: "assistant", content: "hello" },
    ];
    expect(usable(responseOf(odd)).output).toEqual([
      { type: "message", role: "assistant", content: [part] },
    ]);
  });

  it("ORD-04 leaves out reasoning that nothing follows", () => {
    const reasoning = { type: "reasoning", id: "rs_1", summary: [] };
    expect(usable(responseOf([reasoning, call, reasoning])).output).toEqual([reasoning, call]);
  });

  it("leaves out items that nobody here could answer or send back", () => {
    const odd = [{ type: "custom_tool_call", call_id: "k" }, call, { type: "from_the_future" }];
    expect(ids(usable(responseOf(odd)))).toEqual(["c1"]);
  });

  const refused: [what: string, response: object, error: string][] = [
    ["failed", { status: "failed", error: { message: "boom" } }, "boom"],
    [
      "failed without a word",
      { status: "failed" },
      "The model did not finish its response (failed).",
    ],
    ["an error inside a 200", { status: undefined, error: { message: "boom" } }, "boom"],
    [
      "cancelled with a call",
      { status: "cancelled", output: [call] },
      "The model did not finish its response (cancelled).",
    ],
    ["no output at all", { output: undefined }, "The model sent neither text nor a tool call."],
    ["an output that is text", { output: "hello" }, "The model sent neither text nor a tool call."],
    [
      "a message without parts",
      { output: [{ type: "message", content: "hello" }] },
      "The model sent neither text nor a tool call.",
    ],
  ];

  it.each(refused)("is not one that is %s", (_what, response, error) => {
    expect(() => usable({ ...responseOf([]), ...response } as Responses.Response)).toThrow(
      new Error(error),
    );
  });
});

describe("a mended request", () => {
  it("holds no half characters, and no name that the API would refuse", () => {
    const request = {
      input: [
        { role: "user", content: "a\ud83d" },
        { ...call, name: "fly me/to the moon!" },
        { ...call, name: "" },
        { ...call, name: "n".repeat(100) },
      ],
    };
    expect(mended(request)).toEqual({
      input: [
        { role: "user", content: "a\ufffd" },
        { ...call, name: "fly_me_to_the_moon_" },
        { ...call, name: "_" },
        { ...call, name: "n".repeat(64) },
      ],
    });
    expect(request.input[1]).toEqual({ ...call, name: "fly me/to the moon!" });
  });
});

function responseOf(output: object[]): Responses.Response {
  return { status: "completed", error: null, output } as Responses.Response;
}

function ids({ output }: Responses.Response): string[] {
  return output.map((item) => ("call_id" in item ? String(item.call_id) : item.type));
}
