import type { Responses } from "openai/resources";
import { describe, expect, it } from "vitest";
import { brief, clientOf, withRehearsal } from "./clients.ts";

type Schema = Record<string, unknown>;

function tool(name: string, properties: Record<string, Schema>, required?: string[]) {
  const parameters = { type: "object", properties, ...(required ? { required } : {}) };
  return { type: "function" as const, name, parameters, strict: false };
}

const text = { type: "string" };
const number = { type: "number" };

/** The tools of chapter 02. */
const ours = [
  tool("get_current_time", {}, []),
  tool("read_workspace_file", { path: text, start_line: number }, ["path", "start_line"]),
  tool("list_workspace", { path: text }, ["path"]),
  tool("search_workspace", { query: text }, ["query"]),
  tool("run_command", { command: text }, ["command"]),
];

const examples = '"read FILE", "list FOLDER", "search TEXT", "run COMMAND", "what time is it"';
const intro = (list: string) =>
  `I am the rehearsal model: I can follow ${list}, "what did I say", "what did you say"; set OPENAI_API_KEY for a real one.`;
const nothing =
  'I am the rehearsal model: I can follow "what did I say", "what did you say"; set OPENAI_API_KEY for a real one.';

/** What the model says or calls, in short. */
async function improvised(
  input: string | Responses.ResponseInputItem[],
  tools: Responses.FunctionTool[] = ours,
  settings: Partial<Responses.ResponseCreateParamsNonStreaming> = {},
): Promise<string[]> {
  let output: string[] = [];
  await withRehearsal(undefined, async (rehearsal) => {
    const { responses } = clientOf(rehearsal);
    output = brief(await responses.create({ model: "any", input, tools, ...settings }));
  });
  return output;
}

const read = (path: string) =>
  `call call_1 read_workspace_file ${JSON.stringify({ path, start_line: 1 })}`;
const list = (path: string) => `call call_1 list_workspace ${JSON.stringify({ path })}`;
const search = (query: string) => `call call_1 search_workspace ${JSON.stringify({ query })}`;
const run = (command: string) => `call call_1 run_command ${JSON.stringify({ command })}`;
const time = "call call_1 get_current_time {}";

describe("free typing becomes a call", () => {
  const asked: Record<string, string> = {
    "read README.md": read("README.md"),
    "Read the file src/main.ts, please.": read("src/main.ts"),
    'please read "my notes.txt"': read("my notes.txt"),
    "read `a and b.txt`.": read("a and b.txt"),
    "read “README.md” and sum it up": read("README.md"),
    "read ../secret.txt": read("../secret.txt"),
    "show me package.json!": read("package.json"),
    "What is in notes.txt?": read("notes.txt"),
    "list files": list("."),
    list: list("."),
    "list src/": list("src/"),
    "list .": list("."),
    "list ..": list(".."),
    "list the files in src.": list("src"),
    "search TODO": search("TODO"),
    "search for 'buy milk and bread'": search("buy milk and bread"),
    "find buy milk?": search("buy milk"),
    "run npm test": run("npm test"),
    'run echo "a" "b"': run('echo "a" "b"'),
    "run `node --version`": run("node --version"),
    "run ls .": run("ls ."),
    "run find . -exec cat {} ;": run("find . -exec cat {} ;"),
    "run echo one, two and three.": run("echo one, two and three"),
    "What time is it?": time,
    "what's the time": time,
  };
  for (const [said, expected] of Object.entries(asked)) {
    it(`${said} -> ${expected}`, async () => {
      expect(await improvised(said)).toEqual([expected]);
    });
  }

  it("numbers its call ids on from the calls of the conversation", async () => {
    const input: Responses.ResponseInputItem[] = [
      { role: "user", content: "read a and b" },
      { type: "function_call", call_id: "x", name: "read_workspace_file", arguments: "{}" },
      { type: "function_call", call_id: "y", name: "read_workspace_file", arguments: "{}" },
      { type: "function_call_output", call_id: "x", output: "a" },
      { type: "function_call_output", call_id: "y", output: "b" },
      { role: "assistant", content: "Done." },
      { role: "user", content: "what time is it" },
    ];
    expect(await improvised(input)).toEqual(["call call_3 get_current_time {}"]);
  });

  it("reads the last user message only, and each of its parts", async () => {
    const note = "<environment>today</environment>";
    const input: Responses.ResponseInputItem[] = [
      { role: "user", content: "list src" },
      { role: "assistant", content: "read b.txt" },
      {
        role: "user",
        content: [
          { type: "input_text", text: note },
          { type: "input_text", text: "read a.txt\n" },
        ],
      },
      { role: "developer", content: "search x" },
    ];
    expect(await improvised(input)).toEqual([read("a.txt")]);
  });
});

describe("other clients' tools get arguments of their own shape (WIRE 9)", () => {
  const texts = { type: "array", items: text };
  const asked: [said: string, tools: Responses.FunctionTool[], expected: string][] = [
    [
      "run ls -la",
      [tool("shell", { command: texts, workdir: text }, ["command"])],
      'shell {"command":["sh","-c","ls -la"]}',
    ],
    [
      "run ls",
      [
        tool("write_stdin", { chars: text }),
        tool("exec_command", { cmd: text, tty: text }, ["cmd"]),
      ],
      'exec_command {"cmd":"ls"}',
    ],
    ["run ls", [tool("bash", { command: text })], 'bash {"command":"ls"}'],
    [
      "run ls",
      [
        tool("Bash", { command: text, description: text, cwd: text }, [
          "command",
          "description",
          "cwd",
        ]),
      ],
      'Bash {"command":"ls","description":"The user asked for: ls","cwd":"."}',
    ],
    [
      "read a.txt",
      [
        tool("edit", { path: text }),
        tool("read", { path: text, offset: number, limit: number }, ["path"]),
      ],
      'read {"path":"a.txt"}',
    ],
    [
      "read a.txt",
      [
        tool("read_mcp_resource", { uri: text }),
        tool("ReadFile", { filePath: text }, ["filePath"]),
      ],
      'ReadFile {"filePath":"a.txt"}',
    ],
    [
      "read a.txt",
      [tool("view_image", { path: text }), tool("view", { where: text }, ["where"])],
      'view {"where":"a.txt"}',
    ],
    [
      "list src",
      [tool("list_dir", { dir_path: text }, ["dir_path"])],
      'list_dir {"dir_path":"src"}',
    ],
    ["list files", [tool("glob", { pattern: text }, ["pattern"])], 'glob {"pattern":"*"}'],
    ["list files", [tool("ls", { path: text }, [])], 'ls {"path":"."}'],
    [
      "search x",
      [
        tool("web_search", { query: text }),
        tool("find", { pattern: text }),
        tool("grep", { pattern: text, path: text }, ["pattern", "path"]),
      ],
      'grep {"pattern":"x","path":"."}',
    ],
    [
      "search x",
      [tool("search", { query: { type: ["string", "null"] } }, ["query"])],
      'search {"query":"x"}',
    ],
  ];
  for (const [said, tools, expected] of asked) {
    it(`${said} -> ${expected}`, async () => {
      expect(await improvised(said, tools)).toEqual([`call call_1 ${expected}`]);
    });
  }

  it("fills what else is required with the most modest value", async () => {
    const properties = {
      path: text,
      mode: { enum: ["plain", "rich"] },
      kind: { const: "file" },
      size: { type: "integer", default: 80 },
      from: { type: "integer", minimum: 0 },
      count: number,
      follow: { type: "boolean" },
      encoding: { type: ["string", "null"] },
      until: { anyOf: [number, { type: "null" }] },
      either: { anyOf: [{ type: "boolean" }, number] },
      tags: { type: "array", items: text },
      ranges: { type: "array", items: number, minItems: 2 },
      options: { type: "object", properties: { a: number, b: number }, required: ["a"] },
      note: text,
      unknown: {},
      optional: text,
    };
    const required = Object.keys(properties).filter((name) => name !== "optional");
    const [call] = await improvised("read a.txt", [tool("read", properties, required)]);
    expect(JSON.parse(call?.replace("call call_1 read ", "") ?? "")).toEqual({
      path: "a.txt",
      mode: "plain",
      kind: "file",
      size: 80,
      from: 0,
      count: 1,
      follow: false,
      encoding: null,
      until: null,
      either: false,
      tags: [],
      ranges: [1],
      options: { a: 1 },
      note: "",
      unknown: null,
    });
  });
});

describe("what no offered tool can do is said", () => {
  const without = (said: string, does: string): [string, string] => [
    said,
    `message I have no tool to ${does} here. ${nothing}`,
  ];
  const asked = [
    without("read a.txt", "read a file"),
    without("list files", "list a folder"),
    without("search x", "search"),
    without("run ls", "run a command"),
    without("what time is it", "tell the time"),
  ];
  for (const [said, expected] of asked) {
    it(said, async () => {
      expect(await improvised(said, [])).toEqual([expected]);
    });
  }

  it("lists what the offered tools allow, and no more", async () => {
    const some = ours.filter(({ name }) => name !== "run_command" && name !== "get_current_time");
    const can = intro('"read FILE", "list FOLDER", "search TEXT"');
    expect(await improvised("run ls", some)).toEqual([
      `message I have no tool to run a command here. ${can}`,
    ]);
  });

  it("holds for a tool that has no place for the subject", async () => {
    const tools = [tool("read_all", { deep: { type: "boolean" } }, ["deep"])];
    expect(await improvised("read a.txt", tools)).toEqual([
      `message I have no tool to read a file here. ${intro('"read FILE"')}`,
    ]);
  });

  it("holds when the request forbids tools", async () => {
    expect(await improvised("read a.txt", ours, { tool_choice: "none" })).toEqual([
      `message I have no tool to read a file here. ${nothing}`,
    ]);
  });
});

describe("the rest is answered honestly", () => {
  it("greets, and says what it is", async () => {
    expect(await improvised("hello")).toEqual([`message Hello! ${intro(examples)}`]);
  });

  it("says what it is when no rule fits", async () => {
    for (const said of ["write a poem", "", "reading is fun", "running late", "read"]) {
      expect(await improvised(said)).toEqual([`message ${intro(examples)}`]);
    }
    expect(await improvised([{ role: "developer", content: "read a.txt" }])).toEqual([
      `message ${intro(examples)}`,
    ]);
  });

  it("remembers what was said from the conversation it is given", async () => {
    const first: Responses.ResponseInputItem = { role: "user", content: "hello\nthere" };
    const question: Responses.ResponseInputItem = { role: "user", content: "What did I say?" };
    expect(await improvised([first, { role: "assistant", content: "Hi." }, question])).toEqual([
      "message You said: hello\nthere",
    ]);
    expect(await improvised([question])).toEqual(["message You said nothing before that."]);

    const other: Responses.ResponseInputItem = { role: "user", content: "What did you say?" };
    expect(await improvised([first, { role: "assistant", content: "Hi." }, other])).toEqual([
      "message I said: Hi.",
    ]);
    expect(await improvised([first, other])).toEqual(["message I said nothing before that."]);
  });
});

describe("outputs are summed up as they are", () => {
  const turn = (...outputs: Responses.ResponseFunctionCallOutputItemList[] | string[]) => [
    { role: "user" as const, content: "read things" },
    ...outputs.map((_output, index) => ({
      type: "function_call" as const,
      call_id: `call_${index + 1}`,
      name: `tool_${index + 1}`,
      arguments: "{}",
    })),
    ...outputs.map((output, index) => ({
      type: "function_call_output" as const,
      call_id: `call_${index + 1}`,
      output,
    })),
  ];
  const long = `${"🙂".repeat(300)}\nend`;
  const summed: [title: string, input: Responses.ResponseInputItem[], expected: string][] = [
    ["one line", turn("buy milk\n"), "tool_1 answered: buy milk"],
    ["nothing", turn(""), "tool_1 answered with nothing."],
    ["blank lines", turn("\n \n"), "tool_1 answered with nothing."],
    [
      "many lines, of whatever kind",
      turn("\r\n# One Turn\r\n\r\nA course.\r\n"),
      "tool_1 answered with 4 lines. They begin: # One Turn",
    ],
    [
      "a long line, by whole characters",
      turn(long),
      `tool_1 answered with 2 lines. They begin: ${"🙂".repeat(200)}…`,
    ],
    ["exactly 200 characters", turn("a".repeat(200)), `tool_1 answered: ${"a".repeat(200)}`],
    [
      "a list of parts",
      turn([
        { type: "input_text", text: "one" },
        { type: "input_text", text: "two" },
      ]),
      "tool_1 answered with 2 lines. They begin: one",
    ],
    ["two outputs", turn("a", "b"), "tool_1 answered: a\ntool_2 answered: b"],
    [
      "seven outputs",
      turn("a", "b", "c", "d", "e", "f", "g"),
      "tool_1 answered: a\ntool_2 answered: b\ntool_3 answered: c\ntool_4 answered: d\ntool_5 answered: e\n… and 2 more outputs.",
    ],
  ];
  for (const [title, input, expected] of summed) {
    it(title, async () => {
      expect(await improvised(input)).toEqual([`message ${expected}`]);
    });
  }

  it("by the name of the latest call with that id", async () => {
    const [user, call, output] = turn("a");
    const later = { ...call, name: "later" } as Responses.ResponseFunctionToolCall;
    const input = [user, call, output, user, later, output] as Responses.ResponseInputItem[];
    expect(await improvised(input)).toEqual(["message later answered: a"]);
  });

  it("once: a turn that was answered already gets no second call", async () => {
    const input = turn("a");
    const answered = [...input, { role: "assistant" as const, content: "a" }];
    expect(await improvised(answered)).toEqual([`message ${intro(examples)}`]);
  });
});
