import { describe, expect, it } from "vitest";
import {
  handleToolCall,
  simpleTool,
  type ToolMap,
  toolDefinitions,
} from "../chapters/02-tools/tools/registry.ts";
import { startRehearsal } from "../shared/rehearsal/server.ts";
import { chapterProgram } from "./support/chapter-program.ts";
import { sentence } from "./support/exercise.ts";
import { runNode } from "./support/run-one-turn.ts";
import { writeWorkspace } from "./support/trace.ts";
import { describeTurnsWithTools } from "./support/turns-with-tools.ts";

const chapter = "02-tools";

describeTurnsWithTools(chapter, []);

describe("the program", () => {
  it("answers, reads a real file, and ends with the input", { timeout: 30_000 }, async () => {
    const rehearsal = await startRehearsal();
    const cwd = await writeWorkspace({ "README.md": "# Practice\n" });
    const env = { OPENAI_BASE_URL: rehearsal.url, OPENAI_API_KEY: "any" };
    const input = "hello\nread README.md\n";
    const ran = await runNode(chapterProgram(chapter), { env, cwd, input });
    await rehearsal.close();
    expect({
      code: ran.code,
      stderr: ran.stderr,
      turns: ran.stdout.split("you> ").length - 2,
    }).toEqual({
      code: 0,
      stderr: "",
      turns: 2,
    });
    expect(ran.stdout.split("you> ")[2]).toMatch(/# Practice/);
  });
});

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
