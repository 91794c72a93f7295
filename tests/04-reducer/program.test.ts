import { describe, expect, it } from "vitest";
import { answer, call, say } from "../../shared/rehearsal/scenarios/script.ts";
import { startRehearsal } from "../../shared/rehearsal/server.ts";
import { runNode } from "../support/run-one-turn.ts";
import { writeWorkspace } from "../support/trace.ts";
import { programArgs } from "./program.ts";

describe("the program", () => {
  it("prints each item once, when it can no longer change", async () => {
    const command = call("call_1", "run_command", '{"command":"echo buy milk"}');
    const responses = [answer(say("Let me look."), command), answer(say("Buy milk."))];
    const scenario = { name: "own", shows: "", from: 3, user: "", responses };
    const rehearsal = await startRehearsal({ scenario });
    const cwd = await writeWorkspace({});
    const env = { OPENAI_BASE_URL: rehearsal.url, OPENAI_API_KEY: "any", TERM: "xterm" };
    const args = [...programArgs, "--allow-commands"];
    const ran = await runNode(args, { env, cwd, input: "What is on the list?\n\nAnd again?\n" });
    await rehearsal.close();
    const turn = [
      "Let me look.",
      'tool> run_command {"command":"echo buy milk"}',
      "      buy milk",
      "Buy milk.",
    ];
    expect(ran).toEqual({
      code: 0,
      stdout: ["you> What is on the list?", ...turn, "you> And again?", ...turn, ""].join("\n"),
      stderr: "",
    });
  });

  it("needs a key for the agent, and none for the demo", async () => {
    const agent = await runNode(programArgs, { input: "" });
    expect(agent).toEqual({
      code: 1,
      stdout: "",
      stderr: "OPENAI_API_KEY is not set. For a local server any text will do.\n",
    });
    const demo = await runNode([...programArgs, "--demo"], { input: "" });
    expect(demo).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  it("TUI-06 waits for the last turn at the end of the input, and writes no escape codes", async () => {
    const ran = await runNode([...programArgs, "--demo"], { input: "no newline at the end" });
    const stdout = [
      "you> no newline at the end",
      "This is a demo: nobody thinks, and nothing is run.",
      'tool> list_workspace {"path":"."}',
      "      notes.txt",
      "      src/",
      'tool> run_command {"command":"npm test"}',
      "      count: ok",
      "      word-count: slow",
      "      word-count: ok",
      'tool> read_workspace_file {"path":"todo.txt","start_line":1}',
      '      failed: "todo.txt" does not exist.',
      "**Two tests pass**, and there is no `todo.txt`.",
      "",
    ].join("\n");
    expect(ran).toEqual({ code: 0, stdout, stderr: "" });
  });
});
