import { describe, expect, it } from "vitest";
import {
  handleToolCall,
  simpleTool,
  type ToolMap,
  toolDefinitions,
} from "../chapters/02-tools/tools/registry.ts";
import { sentence } from "./support/exercise.ts";
import { describeTurnsWithTools } from "./support/turns-with-tools.ts";

const chapter = "02-tools";

describeTurnsWithTools(chapter, []);

describe("the functions that the model is offered", () => {
  it("makes every declared argument required and allows no other", () => {
    const tools: ToolMap = new Map([
      [
        "greet",
        simpleTool(
          "Say hello.",
          [
            { name: "name", type: "string", description: "Whom." },
            { name: "times", type: "number", description: "How often." },
          ],
          () => ({ output: "hello" }),
        ),
      ],
      ["nap", simpleTool("Rest.", [], () => ({ output: "zzz" }))],
    ]);
    expect(toolDefinitions(tools)).toEqual([
      {
        type: "function",
        name: "greet",
        description: "Say hello.",
        strict: true,
        parameters: {
          type: "object",
          properties: {
            name: { type: "string", description: "Whom." },
            times: { type: "number", description: "How often." },
          },
          required: ["name", "times"],
          additionalProperties: false,
        },
      },
      {
        type: "function",
        name: "nap",
        description: "Rest.",
        strict: true,
        parameters: { type: "object", properties: {}, required: [], additionalProperties: false },
      },
    ]);
  });
});

describe("a call of a tool", () => {
  const badCall = { type: "function_call", call_id: "c", name: "bad", arguments: "{}" } as const;
  const noReason = sentence("bad failed and gave no reason.");

  const empty: [what: string, result: unknown][] = [
    ["nothing", undefined],
    ["no output", {}],
    ["an output that is no text", { output: 5 }],
  ];

  it.each(empty)("tells the model when a tool gives %s", async (_what, result) => {
    const bad = simpleTool("", [], () => result as { output: string });
    expect(await handleToolCall(new Map([["bad", bad]]), badCall)).toEqual(
      sentence("bad ended without an output."),
    );
  });

  const thrown: [what: string, value: unknown, told: string][] = [
    ["an error", new Error("the disk is full"), "the disk is full"],
    ["an error without a message", new Error(""), noReason],
    ["a text", "no", "no"],
    ["nothing", undefined, noReason],
    ["an object without a prototype", Object.create(null), noReason],
  ];

  it.each(thrown)("never throws, also when the tool throws %s", async (_what, value, told) => {
    const bad = simpleTool("Fails.", [], () => {
      throw value;
    });
    expect(await handleToolCall(new Map([["bad", bad]]), badCall)).toEqual(told);
  });
});
