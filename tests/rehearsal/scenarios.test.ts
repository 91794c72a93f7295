import { execSync } from "node:child_process";
import type { Responses } from "openai/resources";
import { describe, expect, it } from "vitest";
import { findScenario, scenarios } from "../../shared/rehearsal/scenarios/all.ts";
import { chatVariants } from "../../shared/rehearsal/scenarios/chat-variants.ts";
import { brief, clientOf, playTurn, withRehearsal } from "./clients.ts";

const readNotes = '{"path":"notes.txt","start_line":1}';
const sorry = "message That did not work, so I do not know.";
const half = "message You will read half of this.";
const twoLines = `node -e "console.log('first'); setTimeout(console.log, 600, 'second')"`;

/** One list per response of the turn. */
const turns: Record<string, string[][]> = {
  greeting: [["message Hello! What shall we build?"]],
  reasoning: [["reasoning 7 times 13 is 91.", "message No: 91 is 7 times 13."]],
  slow: [["message Sorry, that took a while."]],
  "read-file": [[`call call_1 read_workspace_file ${readNotes}`], ["message Buy milk."]],
  "run-command": [
    [`call call_1 run_command ${JSON.stringify({ command: twoLines })}`],
    ["message It printed two lines: first, then second."],
  ],
  "two-calls": [
    [
      `call call_1 read_workspace_file ${readNotes}`,
      'call call_2 read_workspace_file {"path":"list.txt","start_line":1}',
    ],
    ["message One says milk, the other bread."],
  ],
  chain: [
    ['call call_1 list_workspace {"path":"."}'],
    [`call call_2 read_workspace_file ${readNotes}`],
    ['call call_3 read_workspace_file {"path":"todo.txt","start_line":1}'],
    ["message Buy milk."],
  ],
  "text-beside-call": [
    ["message Let me look.", `call call_1 read_workspace_file ${readNotes}`],
    ["message Buy milk."],
  ],
  "unknown-tool": [['call call_1 fly {"to":"the moon"}'], [sorry]],
  "bad-json": [['call call_1 read_workspace_file {"path":"notes.txt",'], [sorry]],
  "missing-argument": [['call call_1 read_workspace_file {"path":"notes.txt"}'], [sorry]],
  "wrong-type": [
    ['call call_1 read_workspace_file {"path":"notes.txt","start_line":"one"}'],
    [sorry],
  ],
  "tool-throws": [
    ['call call_1 read_workspace_file {"path":"missing.txt","start_line":1}'],
    [sorry],
  ],
  "cut-off-call": [
    ['call call_1 read_workspace_file {"path":"notes","start_line":1}'],
    ["message I ran out of room."],
  ],
  "many-calls": [
    Array.from({ length: 200 }, (_, i) => `call call_${i + 1} read_workspace_file ${readNotes}`),
    ["message Buy milk, every time."],
  ],
  "response-incomplete": [["message Once upon a"]],
  "split-bytes": [["message Grüße, 日本語, 🙂!"]],
  "empty-output": [[]],
  "response-failed": [[]],
  "empty-final-output": [[]],
  "broken-after-call": [
    [`call call_1 read_workspace_file ${readNotes}`],
    ["message read_workspace_file answered: done call_1"],
  ],
  "texts-between-calls": [
    [
      "message First the notes.",
      `call call_1 read_workspace_file ${readNotes}`,
      "message Now the list.",
      'call call_2 read_workspace_file {"path":"list.txt","start_line":1}',
    ],
    ["message One says milk, the other bread."],
  ],
  "stall-with-comments": [[half]],
  "stream-ends-early": [[half]],
  "error-event": [[half]],
  "broken-json": [[half]],
  "unknown-events": [["message Grüße, 日本語, 🙂!"]],
  "keep-alive": [["message Grüße, 日本語, 🙂!"]],
  crlf: [["message Grüße, 日本語, 🙂!"]],
};

describe("every scenario, played by a client that answers each call", () => {
  for (const [name, expected] of Object.entries(turns)) {
    it(`plays ${name}, and plays it again in a second turn`, async () => {
      const scenario = findScenario(name);
      await withRehearsal(scenario, async (rehearsal) => {
        const input: Responses.ResponseInputItem[] = [{ role: "user", content: scenario.user }];
        expect((await playTurn(rehearsal, input)).map(brief)).toEqual(expected);
        input.push({ role: "user", content: "Once more, in other words." });
        expect((await playTurn(rehearsal, input)).map(brief)).toEqual(expected);
      });
    });
  }

  it("plays too-many-tool-turns for nine rounds, then says what it sees", async () => {
    await withRehearsal(findScenario("too-many-tool-turns"), async (rehearsal) => {
      const responses = await playTurn(rehearsal, [{ role: "user", content: "Keep reading." }]);
      expect(responses.map(brief)).toEqual([
        ...Array.from({ length: 9 }, (_, i) => [
          `call call_${i + 1} read_workspace_file ${readNotes}`,
        ]),
        ["message read_workspace_file answered: done call_9"],
      ]);
    });
  });

  it("asks for a tool whose name the API does not take back", async () => {
    await withRehearsal(findScenario("odd-tool-name"), async (rehearsal) => {
      const client = clientOf(rehearsal);
      const first = await client.responses.create({ model: "any", input: "hello" });
      expect(brief(first)).toEqual(["call call_1 fly me/to the moon! {}"]);
      const input = [
        { role: "user", content: "hello" },
        { type: "function_call", call_id: "call_1", name: "fly_me_to_the_moon", arguments: "{}" },
        { type: "function_call_output", call_id: "call_1", output: "No such tool." },
      ] as Responses.ResponseInputItem[];
      expect(brief(await client.responses.create({ model: "any", input }))).toEqual([sorry]);
    });
  });
});

describe("the list of scenarios", () => {
  it("holds each name once, with a script and a first chapter", () => {
    const withTurns = Object.keys(turns);
    const elsewhere = ["too-many-tool-turns", "odd-tool-name", "model-error"];
    const statuses = ["status-401", "status-429", "quota-exceeded", "status-500", "status-503"];
    const rest = ["connection-reset", "reset-mid-body", "html-page", "stall", "no-tool-support"];
    const efforts = ["no-reasoning-effort"];
    const passing = ["rate-limited", "overloaded", "lost-once"];
    const asking = ["edit-file", "write-file"];
    // chat-scenarios.test.ts plays them on both paths
    const chats = chatVariants.map(({ name }) => name);
    expect(scenarios.map(({ name }) => name).sort()).toEqual(
      [
        ...[...withTurns, ...elsewhere, ...statuses, ...rest],
        ...[...efforts, ...passing, ...chats, ...asking],
      ].sort(),
    );
    expect(scenarios.filter(({ responses }) => responses.length === 0)).toEqual([]);
  });

  it("gives what needs a tool to chapter 02, and the rest to the chapter that it is for", () => {
    const from = (number: number) =>
      scenarios.filter((scenario) => scenario.from === number).map(({ name }) => name);
    const calls = scenarios.filter(({ responses }) =>
      responses.some(({ output }) => output.some((item) => item.type === "call")),
    );
    expect(calls.filter(({ from }) => from <= 6).map(({ name }) => name)).toEqual([
      ...from(2),
      "broken-after-call",
    ]);
    expect(from(6)).toEqual([
      "stall",
      "stall-with-comments",
      "stream-ends-early",
      "error-event",
      "broken-json",
      "unknown-events",
      "keep-alive",
      "crlf",
      "broken-after-call",
      "empty-final-output",
    ]);
    expect(from(10)).toEqual(["rate-limited", "overloaded", "lost-once"]);
    expect(from(12)).toEqual(["no-tool-support", ...chatVariants.map(({ name }) => name)]);
    expect(from(13)).toEqual(["no-reasoning-effort"]);
    expect(from(14)).toEqual(["edit-file", "write-file"]);
    const rest = scenarios.filter(({ from }) => ![1, 2, 6, 10, 12, 13, 14].includes(from));
    expect(rest).toEqual([]);
  });

  it("has one for every way of other servers, named for it", () => {
    const names = chatVariants.flatMap(({ responses }) => responses[0]?.chat?.slice(0, 1) ?? []);
    expect(chatVariants.map(({ name }) => name).sort()).toEqual(
      [
        ...new Set(names.map((name) => `chat-${name}`)),
        "chat-no-index-in-pieces",
        "chat-cut-off-call",
        "chat-call-as-text",
      ].sort(),
    );
  });

  it("says all names when there is none with this one", () => {
    const names = scenarios.map(({ name }) => name).join(", ");
    expect(() => findScenario("fly")).toThrow(
      new Error(`No scenario named "fly". Use one of: ${names}.`),
    );
  });

  it("has a command that prints two lines in the shell of this system", () => {
    const output = execSync(twoLines, { encoding: "utf8" });
    expect(output.split(/\r?\n/)).toEqual(["first", "second", ""]);
  });
});
