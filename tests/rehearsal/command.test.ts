import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { bundleProgram } from "../../shared/course/bundle.cjs";
import { projectRoot } from "../../shared/course/project-root.ts";
import { scenarios } from "../../shared/rehearsal/scenarios/all.ts";
import { runProgramAgain } from "../support/run-again.ts";

const program = "tests/rehearsal/rehearsal-program.ts";

describe("the rehearsal command", () => {
  it("says where it is, tells one line per request, and ends with Ctrl+C", async () => {
    const bundle = bundleProgram(projectRoot(), program);
    const args = ["rehearsal", "--port", "0", "--scenario", "text-beside-call", "--pace", "1"];
    const stdio: ["ignore", "pipe", "inherit"] = ["ignore", "pipe", "inherit"];
    const child = spawn(process.execPath, [bundle, ...args], { stdio });
    const lines: string[] = [];
    const reader = createInterface({ input: child.stdout });
    reader.on("line", (line) => lines.push(line));
    while (lines.length < 3) await once(reader, "line");
    const baseURL = /http:\S+/.exec(lines[0] ?? "")?.[0] ?? "";
    const { responses } = new OpenAI({ baseURL, apiKey: "any", maxRetries: 0 });
    await responses.create({ model: "any", input: "hello" });
    const stream = await responses.create({ model: "any", input: "hello", stream: true });
    for await (const _event of stream);
    await expect(responses.create({ model: "", input: "\u001b[2J" })).rejects.toThrow("400");
    await fetch(`${baseURL}/nowhere?a=%1b`);
    while (lines.length < 7) await once(reader, "line");
    child.kill("SIGINT");
    const [code, signal] = await once(child, "exit");
    expect(lines).toEqual([
      `The rehearsal model listens on ${baseURL} and plays "text-beside-call": A message and a call in one response come out in that order.`,
      `Point a program at it: OPENAI_BASE_URL=${baseURL} OPENAI_API_KEY=any`,
      "Ctrl+C ends it.",
      'POST /v1/responses 1 item in, 200 message "Let me look." read_workspace_file {"path":"notes.txt","start_line":1}',
      'POST /v1/responses 1 item in, 200 stream message "Let me look." read_workspace_file {"path":"notes.txt","start_line":1}',
      "POST /v1/responses 400 Missing required parameter: 'model'.",
      "GET /v1/nowhere?a=%1b 404 Invalid URL (GET /v1/nowhere)",
    ]);
    // Windows has no signals: there the process is just ended
    if (process.platform !== "win32") expect([code, signal]).toEqual([0, null]);
  });

  it("says every scenario when there is none with this name", async () => {
    const names = scenarios.map(({ name }) => name).join(", ");
    expect(await runProgramAgain(program, ["rehearsal", "--scenario", "fly"])).toEqual({
      code: 1,
      stdout: "",
      stderr: `No scenario named "fly". Use one of: ${names}.\n`,
    });
  });

  it("says what is wrong with a pace", async () => {
    for (const pace of ["fast", "-1", "1.5", "60001", ""]) {
      expect(await runProgramAgain(program, ["rehearsal", "--port=0", `--pace=${pace}`])).toEqual({
        code: 1,
        stdout: "",
        stderr: `"${pace}" is not a pace. Use whole milliseconds from 0 to 60000.\n`,
      });
    }
  });

  it("says what is wrong with a port", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as { port: number };
    const errors: Record<string, string> = {
      abc: '"abc" is not a port. Use a whole number from 0 to 65535.',
      "-1": '"-1" is not a port. Use a whole number from 0 to 65535.',
      "70000":
        "Port 70000 is out of range. Use a whole number from 1 to 65535, or 0 for a free port.",
      [port]: `Port ${port} is in use. Choose another with --port, or end the program that listens there.`,
    };
    for (const [text, error] of Object.entries(errors)) {
      expect(await runProgramAgain(program, ["rehearsal", `--port=${text}`])).toEqual({
        code: 1,
        stdout: "",
        stderr: `${error}\n`,
      });
    }
    other.close();
  });
});
