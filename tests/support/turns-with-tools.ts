import { describe, expect, it } from "vitest";
import type { Scenario, ScriptedResponse } from "../../shared/rehearsal/scenario.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { answer, call, readNotes, say } from "../../shared/rehearsal/scenarios/script.ts";
import { sentence } from "./exercise.ts";
import { trace } from "./trace.ts";

const readNotesArgs = '{"path":"notes.txt","start_line":1}';
const tools =
  "get_current_time, read_workspace_file, list_workspace, search_workspace, run_command";

/**
 * What a turn with tools looks like from chapter 02 on, as long as answers come in one piece. `progress` is
 * what the chapter tells while the command of run-command works.
 */
export function describeTurnsWithTools(chapter: string, progress: string[]): void {
  describe.concurrent("a turn with tools", () => {
    it("answers without a tool as chapter 01 does", async () => {
      expect((await trace(chapter, "greeting")).lines).toEqual([
        "turn.started",
        "user.message hello",
        "assistant.message Hello! What shall we build?",
        "turn.completed",
      ]);
    });

    it("runs the tool that the model asks for, then answers", async () => {
      const { lines, inputs } = await trace(chapter, "read-file");
      expect(lines).toEqual([
        "turn.started",
        "user.message What is in notes.txt?",
        `tool.started call_1 read_workspace_file ${readNotesArgs}`,
        "tool.finished call_1 read_workspace_file buy milk",
        "assistant.message Buy milk.",
        "turn.completed",
      ]);
      expect(inputs).toEqual([
        [{ role: "user", content: "What is in notes.txt?" }],
        [
          { role: "user", content: "What is in notes.txt?" },
          {
            id: "fc_1",
            type: "function_call",
            status: "completed",
            call_id: "call_1",
            name: "read_workspace_file",
            arguments: readNotesArgs,
          },
          { type: "function_call_output", call_id: "call_1", output: "buy milk" },
        ],
      ]);
    });

    it("names each edge of a call with its payload", async () => {
      const { events } = await trace(chapter, "read-file");
      expect(events.filter((event) => event.type.startsWith("tool."))).toEqual([
        {
          type: "tool.started",
          callId: "call_1",
          name: "read_workspace_file",
          args: readNotesArgs,
          sessionId: "id_1",
          turnId: "id_2",
          sequence: 3,
          at: "2026-01-01T00:00:00.002Z",
        },
        {
          type: "tool.finished",
          callId: "call_1",
          name: "read_workspace_file",
          output: "buy milk",
          sessionId: "id_1",
          turnId: "id_2",
          sequence: 4,
          at: "2026-01-01T00:00:00.003Z",
        },
      ]);
    });

    it("runs a command and gives the model its exit code", async () => {
      expect((await trace(chapter, "run-command")).lines).toEqual([
        "turn.started",
        "user.message Run the two-line command.",
        `tool.started call_1 run_command {"command":"node -e \\"console.log('first'); setTimeout(console.log, 600, 'second')\\""}`,
        ...progress,
        "tool.finished call_1 run_command first\nsecond\n[exit code 0]",
        "assistant.message It printed two lines: first, then second.",
        "turn.completed",
      ]);
    });

    it("runs two calls of one response one after the other", async () => {
      expect((await trace(chapter, "two-calls")).lines).toEqual([
        "turn.started",
        "user.message Compare notes.txt and list.txt.",
        `tool.started call_1 read_workspace_file ${readNotesArgs}`,
        "tool.finished call_1 read_workspace_file buy milk",
        'tool.started call_2 read_workspace_file {"path":"list.txt","start_line":1}',
        "tool.finished call_2 read_workspace_file buy bread",
        "assistant.message One says milk, the other bread.",
        "turn.completed",
      ]);
    });

    it("goes round the inner loop as often as the model asks", async () => {
      expect((await trace(chapter, "chain")).lines).toEqual([
        "turn.started",
        "user.message What is there to do?",
        'tool.started call_1 list_workspace {"path":"."}',
        "tool.finished call_1 list_workspace notes.txt\ntodo.txt",
        `tool.started call_2 read_workspace_file ${readNotesArgs}`,
        "tool.finished call_2 read_workspace_file see todo.txt",
        'tool.started call_3 read_workspace_file {"path":"todo.txt","start_line":1}',
        "tool.finished call_3 read_workspace_file buy milk",
        "assistant.message Buy milk.",
        "turn.completed",
      ]);
    });

    it("tells a message beside a call before the call", async () => {
      expect((await trace(chapter, "text-beside-call")).lines).toEqual([
        "turn.started",
        "user.message What is in notes.txt?",
        "assistant.message Let me look.",
        `tool.started call_1 read_workspace_file ${readNotesArgs}`,
        "tool.finished call_1 read_workspace_file buy milk",
        "assistant.message Buy milk.",
        "turn.completed",
      ]);
    });

    it("ORD-08 keeps messages and calls in the order of the response", async () => {
      const responses = [
        answer(
          say("A"),
          readNotes("call_1"),
          { type: "reasoning", text: "hm" },
          say("B"),
          readNotes("call_2"),
        ),
        answer(say("C")),
      ];
      expect((await trace(chapter, script(responses))).lines).toEqual([
        "turn.started",
        "user.message go",
        "assistant.message A",
        `tool.started call_1 read_workspace_file ${readNotesArgs}`,
        "tool.finished call_1 read_workspace_file buy milk",
        "assistant.message B",
        `tool.started call_2 read_workspace_file ${readNotesArgs}`,
        "tool.finished call_2 read_workspace_file buy milk",
        "assistant.message C",
        "turn.completed",
      ]);
    });

    it("shows a refusal as the answer", async () => {
      const refusal = answer({ type: "refusal", text: "I will not do that." });
      expect((await trace(chapter, script([refusal]))).lines).toEqual([
        "turn.started",
        "user.message go",
        "assistant.message I will not do that.",
        "turn.completed",
      ]);
    });

    it("ORD-04 sends reasoning back right before its call", async () => {
      const thought = answer({ type: "reasoning", text: "hm" }, readNotes("call_1"));
      const { inputs, lines } = await trace(chapter, script([thought, answer(say("ok"))]));
      expect(lines.at(-1)).toBe("turn.completed");
      expect(inputs[1]?.map((item) => (item as { type?: string }).type ?? "user")).toEqual([
        "user",
        "reasoning",
        "function_call",
        "function_call_output",
      ]);
    });
  });

  describe.concurrent("a mistake of the model", () => {
    const read = "read_workspace_file";
    const takes = "It takes path (string), start_line (number).";
    const mistakes: [scenario: string, name: string, args: string, error: string][] = [
      ["unknown-tool", "fly", '{"to":"the moon"}', `No tool named "fly". Use one of: ${tools}.`],
      [
        "bad-json",
        read,
        '{"path":"notes.txt",',
        `${read} was not run: "{\\"path\\":\\"notes.txt\\"," is not a JSON object. ${takes}`,
      ],
      [
        "missing-argument",
        read,
        '{"path":"notes.txt"}',
        `${read} was not run: "start_line" is missing. ${takes}`,
      ],
      [
        "wrong-type",
        read,
        '{"path":"notes.txt","start_line":"one"}',
        `${read} was not run: "start_line" is "one". ${takes}`,
      ],
      [
        "tool-throws",
        read,
        '{"path":"missing.txt","start_line":1}',
        '"missing.txt" does not exist. List its folder to see what is there.',
      ],
      [
        "odd-tool-name",
        "fly me/to the moon!",
        "{}",
        `No tool named "fly me/to the moon!". Use one of: ${tools}.`,
      ],
    ];

    it.each(mistakes)("is told to the model, and the turn goes on: %s", async (...mistake) => {
      const [scenario, name, args, error] = mistake;
      const failed = `tool.failed call_1 ${name} `;
      // what the registry says is the learner's own, what a tool says is given
      const own = error.startsWith("No tool");
      const turn = [
        "turn.started",
        "user.message What is in notes.txt?",
        `tool.started call_1 ${name} ${args}`,
        own ? sentence(failed + error, failed) : failed + error,
        "assistant.message That did not work, so I do not know.",
        "turn.completed",
      ];
      const prompt = findScenario(scenario).user;
      const { lines, inputs } = await trace(chapter, scenario, [prompt, prompt]);
      // the second turn shows that the conversation is still one that the API takes
      expect(lines).toEqual([...turn, ...turn]);
      const output = lines[3]?.slice(failed.length);
      expect(inputs[1]?.at(-1)).toEqual({
        type: "function_call_output",
        call_id: "call_1",
        output,
      });
    });

    it("ORD-05 is a call that was cut off: not run, answered, and the turn goes on", async () => {
      const { lines, inputs } = await trace(chapter, "cut-off-call");
      const failed = "tool.failed call_1 read_workspace_file ";
      const error = "Not run: the response was cut off, and the call may be. Ask again, for less.";
      expect(lines).toEqual([
        "turn.started",
        "user.message What is in notes.txt?",
        'tool.started call_1 read_workspace_file {"path":"notes","start_line":1}',
        sentence(failed + error, failed),
        "assistant.message I ran out of room.",
        "turn.completed",
      ]);
      const output = lines[3]?.slice(failed.length);
      expect(inputs[1]?.at(-1)).toEqual({
        type: "function_call_output",
        call_id: "call_1",
        output,
      });
    });

    it("ORD-05 is not run either when its arguments happen to be whole", async () => {
      const cutOff = { ...answer(readNotes("call_1")), fault: "response-incomplete" as const };
      const { lines } = await trace(chapter, script([cutOff, answer(say("ok"))]));
      expect(lines).toEqual([
        "turn.started",
        "user.message go",
        `tool.started call_1 read_workspace_file ${readNotesArgs}`,
        sentence(
          "tool.failed call_1 read_workspace_file Not run: the response was cut off, and the call may be. Ask again, for less.",
          "tool.failed call_1 read_workspace_file ",
        ),
        "assistant.message ok",
        "turn.completed",
      ]);
    });

    it("answers 200 calls of one response, each once and in order", async () => {
      const { lines, inputs } = await trace(chapter, "many-calls");
      const calls = Array.from({ length: 200 }, (_, index) => `call_${index + 1}`);
      expect(lines).toEqual([
        "turn.started",
        "user.message Read notes.txt two hundred times.",
        ...calls.flatMap((callId) => [
          `tool.started ${callId} read_workspace_file ${readNotesArgs}`,
          `tool.finished ${callId} read_workspace_file buy milk`,
        ]),
        "assistant.message Buy milk, every time.",
        "turn.completed",
      ]);
      const outputs = inputs[1]?.slice(201);
      expect(outputs).toEqual(
        calls.map((call_id) => ({ type: "function_call_output", call_id, output: "buy milk" })),
      );
    });

    it("ORD-09 ends the turn when the model never stops asking, and the next line works", async () => {
      const prompt = "Keep reading notes.txt.";
      const failed = "tool.failed call_9 read_workspace_file ";
      const error = "Not run: too many responses of this turn have asked for tools.";
      const { lines, inputs } = await trace(chapter, "too-many-tool-turns", [prompt, "continue"]);
      const turn = (text: string) => [
        "turn.started",
        `user.message ${text}`,
        ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap((number) => [
          `tool.started call_${number} read_workspace_file ${readNotesArgs}`,
          `tool.finished call_${number} read_workspace_file buy milk`,
        ]),
        `tool.started call_9 read_workspace_file ${readNotesArgs}`,
        sentence(failed + error, failed),
        sentence(
          'turn.failed The model asked for tools more than 8 times in this turn. Say "continue" to go on.',
          "turn.failed ",
          "8",
        ),
      ];
      expect(lines).toEqual([...turn(prompt), ...turn("continue")]);
      expect(inputs[9]?.slice(-2)).toEqual([
        {
          type: "function_call_output",
          call_id: "call_9",
          output: sentence(error),
        },
        { role: "user", content: "continue" },
      ]);
    });

    it("is half a character in the arguments, and the API takes the next request", async () => {
      const half = JSON.stringify({ path: "\ud83d.txt", start_line: 1 });
      const responses = [answer(call("call_1", "read_workspace_file", half)), answer(say("ok"))];
      const { lines, inputs } = await trace(chapter, script(responses), ["go", "go"]);
      expect(lines.filter((line) => line.startsWith("turn."))).toEqual([
        "turn.started",
        "turn.completed",
        "turn.started",
        "turn.completed",
      ]);
      expect(inputs).toHaveLength(4);
    });
  });

  describe.concurrent("a turn that fails", () => {
    const failures: [scenario: string, error: string][] = [
      ["model-error", "401 Incorrect API key provided."],
      ["status-429", "429 Rate limit reached for rehearsal-1. Please try again in 1s."],
      ["status-500", "500 The server had an error while processing your request."],
      ["response-failed", "The model failed while it wrote this response."],
      ["response-incomplete", "The answer was cut off (max_output_tokens)."],
      ["empty-output", "The model sent neither text nor a tool call."],
      [
        "connection-reset",
        "No answer from http://SERVER/v1. Check the address, the server and your connection.",
      ],
      [
        "reset-mid-body",
        "No whole response came from http://SERVER/v1. Is it the address of an OpenAI-compatible API?",
      ],
      [
        "html-page",
        "No whole response came from http://SERVER/v1. Is it the address of an OpenAI-compatible API?",
      ],
    ];

    it.each(failures)("ends with a sentence: %s", async (scenario, error) => {
      const { lines } = await trace(chapter, scenario);
      expect(lines).toEqual(["turn.started", "user.message hello", `turn.failed ${error}`]);
    });

    it("keeps what was done before the request that failed", async () => {
      const responses = [
        answer(readNotes("call_1")),
        { output: [], fault: "status-500" },
      ] satisfies ScriptedResponse[];
      const { lines, inputs } = await trace(chapter, script(responses), ["go", "again"]);
      const turn = (text: string) => [
        "turn.started",
        `user.message ${text}`,
        `tool.started call_1 read_workspace_file ${readNotesArgs}`,
        "tool.finished call_1 read_workspace_file buy milk",
        "turn.failed 500 The server had an error while processing your request.",
      ];
      expect(lines).toEqual([...turn("go"), ...turn("again")]);
      expect(inputs[2]?.map(kindOf)).toEqual([
        "user",
        "function_call",
        "function_call_output",
        "user",
      ]);
    });
  });
}

function script(responses: ScriptedResponse[]): Scenario {
  const files = { "notes.txt": "buy milk" };
  return { name: "own", shows: "", from: 2, user: "go", files, responses };
}

function kindOf(item: unknown): string {
  return (item as { type?: string }).type ?? "user";
}
