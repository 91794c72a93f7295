import { describe, expect, it } from "vitest";
import { findScenario } from "../shared/rehearsal/scenarios/all.ts";
import { answer, call, say } from "../shared/rehearsal/scenarios/script.ts";
import { startRehearsal } from "../shared/rehearsal/server.ts";
import { chapterProgram } from "./support/chapter-program.ts";
import { runNode } from "./support/run-one-turn.ts";
import { trace } from "./support/trace.ts";

const chapter = "01-bare-loop";

describe("a turn of the bare loop", () => {
  it("asks once and answers", async () => {
    const { lines, inputs } = await trace(chapter, "greeting");
    expect(lines).toEqual([
      "turn.started",
      "user.message hello",
      "assistant.message Hello! What shall we build?",
      "turn.completed",
    ]);
    expect(inputs).toEqual([[{ role: "user", content: "hello" }]]);
  });

  it("gives every event a session, a turn, a number and a time", async () => {
    const { events } = await trace(chapter, "greeting");
    expect(events).toEqual([
      {
        type: "turn.started",
        sessionId: "id_1",
        turnId: "id_2",
        sequence: 1,
        at: "2026-01-01T00:00:00.000Z",
      },
      {
        type: "user.message",
        text: "hello",
        sessionId: "id_1",
        turnId: "id_2",
        sequence: 2,
        at: "2026-01-01T00:00:00.001Z",
      },
      {
        type: "assistant.message",
        text: "Hello! What shall we build?",
        sessionId: "id_1",
        turnId: "id_2",
        sequence: 3,
        at: "2026-01-01T00:00:00.002Z",
      },
      {
        type: "turn.completed",
        sessionId: "id_1",
        turnId: "id_2",
        sequence: 4,
        at: "2026-01-01T00:00:00.003Z",
      },
    ]);
  });

  it("sends the whole conversation again with the second question", async () => {
    const { lines, inputs } = await trace(chapter, "greeting", ["hello", "hello again"]);
    expect(lines).toEqual([
      "turn.started",
      "user.message hello",
      "assistant.message Hello! What shall we build?",
      "turn.completed",
      "turn.started",
      "user.message hello again",
      "assistant.message Hello! What shall we build?",
      "turn.completed",
    ]);
    expect(inputs).toEqual([
      [{ role: "user", content: "hello" }],
      [
        { role: "user", content: "hello" },
        {
          id: "msg_1",
          type: "message",
          role: "assistant",
          status: "completed",
          content: [
            {
              type: "output_text",
              text: "Hello! What shall we build?",
              annotations: [],
              logprobs: [],
            },
          ],
        },
        { role: "user", content: "hello again" },
      ],
    ]);
  });

  it("shows no reasoning and sends it back as it came", async () => {
    const { lines, inputs } = await trace(chapter, "reasoning", ["Is 91 prime?", "And 97?"]);
    expect(lines.slice(0, 4)).toEqual([
      "turn.started",
      "user.message Is 91 prime?",
      "assistant.message No: 91 is 7 times 13.",
      "turn.completed",
    ]);
    expect(inputs[1]?.map((item) => (item as { type?: string }).type ?? "user")).toEqual([
      "user",
      "reasoning",
      "message",
      "user",
    ]);
  });

  it("waits for a slow answer", async () => {
    const { lines } = await trace(chapter, "slow");
    expect(lines).toEqual([
      "turn.started",
      "user.message hello",
      "assistant.message Sorry, that took a while.",
      "turn.completed",
    ]);
  });

  it("reads an answer whose bytes come in odd pieces", async () => {
    const { lines } = await trace(chapter, "split-bytes");
    expect(lines).toEqual([
      "turn.started",
      "user.message hello",
      "assistant.message Grüße, 日本語, 🙂!",
      "turn.completed",
    ]);
  });
});

describe("a turn that fails", () => {
  const failures: [scenario: string, error: string][] = [
    ["model-error", "401 Incorrect API key provided."],
    ["status-429", "429 Rate limit reached for rehearsal-1. Please try again in 1s."],
    ["status-500", "500 The server had an error while processing your request."],
    ["response-failed", "The model failed while it wrote this response."],
    ["response-incomplete", "The model gave no answer (incomplete)."],
    ["empty-output", "The model gave no answer (completed)."],
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

  it("keeps the user's line and nothing of the response", async () => {
    const cutOff = { ...answer(say("Half of it")), fault: "response-incomplete" as const };
    const script = { name: "x", shows: "", from: 1, user: "one", responses: [cutOff] };
    const { inputs } = await trace(chapter, script, ["one", "two"]);
    expect(inputs).toEqual([
      [{ role: "user", content: "one" }],
      [
        { role: "user", content: "one" },
        { role: "user", content: "two" },
      ],
    ]);
  });

  it("drops a response that asks for a tool, since there is none", async () => {
    const responses = [answer(say("Let me look."), call("call_1", "read_workspace_file", "{}"))];
    const script = { name: "x", shows: "", from: 1, user: "read it", responses };
    const { lines, inputs } = await trace(chapter, script, ["read it", "please"]);
    expect(lines).toEqual([
      "turn.started",
      "user.message read it",
      "turn.failed The model gave no answer (completed).",
      "turn.started",
      "user.message please",
      "turn.failed The model gave no answer (completed).",
    ]);
    expect(inputs[1]).toEqual([
      { role: "user", content: "read it" },
      { role: "user", content: "please" },
    ]);
  });
});

describe("the program", () => {
  const program = chapterProgram(chapter);

  it("takes a line as a turn, goes on after a failure, and ends with the input", async () => {
    const rehearsal = await startRehearsal({ scenario: findScenario("greeting") });
    const env = { OPENAI_BASE_URL: rehearsal.url, OPENAI_API_KEY: "any" };
    const ran = await runNode(program, { env, input: "hello\n\n  \nagain\n" });
    await rehearsal.close();
    expect(ran).toEqual({
      code: 0,
      stdout:
        "you> Hello! What shall we build?\nyou> you> you> Hello! What shall we build?\nyou> \n",
      stderr: "",
    });
  });

  it("says a failed request in a sentence and goes on", async () => {
    const rehearsal = await startRehearsal({ scenario: findScenario("model-error") });
    const env = { OPENAI_BASE_URL: rehearsal.url, OPENAI_API_KEY: "any" };
    const ran = await runNode(program, { env, input: "hello\nhello\n" });
    await rehearsal.close();
    expect(ran).toEqual({
      code: 0,
      stdout:
        "you> error> 401 Incorrect API key provided.\nyou> error> 401 Incorrect API key provided.\nyou> \n",
      stderr: "",
    });
  });

  it("needs a key, and says so in one line", async () => {
    const ran = await runNode(program, { input: "hello\n" });
    expect(ran).toEqual({
      code: 1,
      stdout: "",
      stderr: "OPENAI_API_KEY is not set. For a local server any text will do.\n",
    });
  });
});
