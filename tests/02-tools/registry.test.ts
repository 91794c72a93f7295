import { describe, expect, it } from "vitest";
import {
  createTools,
  handleToolCall,
  simpleTool,
  type ToolMap,
} from "../../chapters/02-tools/tools/registry.ts";
import type { ToolArguments } from "../../chapters/02-tools/tools/tool.ts";

describe("createTools", () => {
  it("offers commands only when they are asked for", () => {
    const names = (allowCommands?: boolean) => [...createTools(".", { allowCommands }).keys()];
    const reading = [
      "get_current_time",
      "read_workspace_file",
      "list_workspace",
      "search_workspace",
    ];
    expect(names()).toEqual(reading);
    expect(names(false)).toEqual(reading);
    expect(names(true)).toEqual([...reading, "run_command"]);
  });
});

describe("handleToolCall", () => {
  it("gives the tool its checked arguments and returns its output", async () => {
    const { tools, entered } = recordingTools();
    const args = '{"path":"a.txt","line":3,"loud":true}';
    expect(await handleToolCall(tools, toolCall("three", args))).toBe("done");
    expect(entered).toEqual([{ path: "a.txt", line: 3, loud: true }]);
  });

  it("ORD-06 takes an empty text for no arguments only where there are none", async () => {
    const { tools, entered } = recordingTools();
    expect(await handleToolCall(tools, toolCall("none", ""))).toBe("done");
    expect(await handleToolCall(tools, toolCall("none", "{}"))).toBe("done");
    expect(await handleToolCall(tools, toolCall("one", ""))).toBe(
      'one was not run: "" is not a JSON object. It takes path (string).',
    );
    expect(entered).toEqual([{}, {}]);
  });

  const wrong: [args: string, problem: string][] = [
    ["{", '"{" is not a JSON object'],
    ["null", '"null" is not a JSON object'],
    ["[]", '"[]" is not a JSON object'],
    ['"x"', '"\\"x\\"" is not a JSON object'],
    ["7", '"7" is not a JSON object'],
    ["{}", '"path" is missing'],
    ['{"path":7}', '"path" is 7'],
    ['{"path":null}', '"path" is null'],
    ['{"path":{"a":1}}', '"path" is {"a":1}'],
    ['{"path":"a","path":"b"}', '"path" is given twice'],
    ['{"path":"a" , "path" : "b"}', '"path" is given twice'],
    ['{"__proto__":{}}', '"path" is missing'],
    ['{"path":"a","__proto__":{}}', 'it has no argument "__proto__"'],
    ['{"path":"a","force":true}', 'it has no argument "force"'],
    ['{"toString":"a"}', '"path" is missing'],
  ];

  it.each(wrong)("ORD-06 does not enter the tool for %s", async (args, problem) => {
    const { tools, entered } = recordingTools();
    expect(await handleToolCall(tools, toolCall("one", args))).toBe(
      `one was not run: ${problem}. It takes path (string).`,
    );
    expect(entered).toEqual([]);
  });

  it("does not take text inside a value for a second argument", async () => {
    const { tools, entered } = recordingTools();
    const path = '{"path": 1}, "path": 2';
    expect(await handleToolCall(tools, toolCall("one", JSON.stringify({ path })))).toBe("done");
    expect(entered).toEqual([{ path }]);
  });

  it("shortens what it quotes", async () => {
    const { tools } = recordingTools();
    const output = await handleToolCall(tools, toolCall("one", "x".repeat(100_000)));
    expect(output.length).toBeLessThan(400);
  });

  it("ORD-09 lists the tools that there are", async () => {
    const { tools } = recordingTools();
    expect(await handleToolCall(tools, toolCall("delete_universe", "{}"))).toBe(
      'No tool named "delete_universe". Use one of: none, one, three.',
    );
  });
});

function recordingTools(): { tools: ToolMap; entered: ToolArguments[] } {
  const entered: ToolArguments[] = [];
  const call = (args: ToolArguments) => {
    entered.push(args);
    return { output: "done" };
  };
  const path = { name: "path", type: "string", description: "" } as const;
  const line = { name: "line", type: "number", description: "" } as const;
  const loud = { name: "loud", type: "boolean", description: "" } as const;
  const tools: ToolMap = new Map([
    ["none", simpleTool("", [], call)],
    ["one", simpleTool("", [path], call)],
    ["three", simpleTool("", [path, line, loud], call)],
  ]);
  return { tools, entered };
}

function toolCall(name: string, args: string) {
  return { type: "function_call", call_id: "call_1", name, arguments: args } as const;
}
