import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { knownChapters } from "../support/known-chapters.ts";
import { runOneTurnAgain } from "../support/run-again.ts";
import { writeWorkspace } from "../support/trace.ts";

const reproducible = { ONE_TURN_REPRODUCIBLE: "1" };

describe("one-turn trace", () => {
  it("prints one event per line, in the order of the grammar", async () => {
    const workspace = await writeWorkspace({ "README.md": "# Practice\n" });
    const args = ["trace", "02", "read README.md", "--json", "--workspace", workspace];
    const ran = await runOneTurnAgain(args, { env: reproducible });
    const events = ran.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events.map(({ type, sequence }) => `${sequence} ${type}`)).toEqual([
      "1 turn.started",
      "2 user.message",
      "3 tool.started",
      "4 tool.finished",
      "5 assistant.message",
      "6 turn.completed",
    ]);
    expect(events[3]).toEqual({
      type: "tool.finished",
      callId: "call_1",
      name: "read_workspace_file",
      output: "# Practice\n",
      sessionId: "id_1",
      turnId: "id_2",
      sequence: 4,
      at: "2026-01-01T00:00:00.003Z",
    });
    expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("prints a table for people", async () => {
    const ran = await runOneTurnAgain(["trace", "02", "--scenario", "read-file"]);
    expect(ran).toEqual({
      code: 0,
      stdout: `${[
        "  1 ● turn.started",
        "  2 » user.message               What is in notes.txt?",
        '  3 ▸ tool.started       call_1  read_workspace_file {"path":"notes.txt","start_line":1}',
        "  4 ◂ tool.finished      call_1  buy milk",
        "  5 « assistant.message          Buy milk.",
        "  6 ● turn.completed",
      ].join("\n")}\n`,
      stderr: "",
    });
  });

  it("puts the exchanges between the events, as JSON too, and never the key", async () => {
    const args = ["trace", "01", "--scenario", "greeting", "--json", "--wire"];
    const ran = await runOneTurnAgain(args, { env: { OPENAI_API_KEY: "sk-canary" } });
    const lines = ran.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ type, wire }) => type ?? wire)).toEqual([
      "turn.started",
      "user.message",
      "request",
      "response",
      "assistant.message",
      "turn.completed",
    ]);
    expect(ran.stdout + ran.stderr).not.toMatch(/canary/);
  });

  it("exits with 1 when the turn failed", async () => {
    const ran = await runOneTurnAgain(["trace", "01", "--scenario", "model-error"]);
    expect(ran.code).toBe(1);
    expect(ran.stdout.split("\n").at(-2)).toBe(
      "  3 ✗ turn.failed                401 Incorrect API key provided.",
    );
  });

  it("says that a scenario does not ask the reader's own model", async () => {
    const env = { OPENAI_API_KEY: "sk-canary" };
    const ran = await runOneTurnAgain(["trace", "01", "--scenario", "greeting"], { env });
    expect(ran.stderr.replace(/:\d+/, ":PORT")).toBe(
      "rehearsal-1, the offline model, at http://127.0.0.1:PORT/v1; a scenario is scripted, so your own model is not asked\n",
    );
  });
});

describe("one-turn trace with a model that cannot answer", () => {
  it("names the address that nobody listens on", async () => {
    const ran = await traceAgainst("http://127.0.0.1:9/v1");
    expect(ran.code).toBe(1);
    expect(ran.stdout).toMatch(
      /^ {2}3 ✗ turn\.failed {16}No answer from http:\/\/127\.0\.0\.1:9\/v1\. Check the address/m,
    );
  });

  const servers: [what: string, listener: RequestListener, error: string][] = [
    [
      "answers a web page",
      (_request, response) => {
        response.setHeader("content-type", "text/html").end("<!doctype html><p>hello</p>");
      },
      "No whole response came from http://SERVER/v1. Is it the address of an OpenAI-compatible API?",
    ],
    [
      "answers a web page with 404",
      (_request, response) => {
        response.statusCode = 404;
        response.setHeader("content-type", "text/html").end("<!doctype html><p>not here</p>");
      },
      "No whole response came from http://SERVER/v1. Is it the address of an OpenAI-compatible API?",
    ],
    [
      "refuses the key",
      (_request, response) => {
        response.statusCode = 401;
        response
          .setHeader("content-type", "application/json")
          .end('{"error":{"message":"Wrong key.","type":"invalid_request_error"}}');
      },
      "401 Wrong key.",
    ],
    [
      "answers JSON that is no response",
      (_request, response) => {
        response.setHeader("content-type", "application/json").end('{"hello":"world"}');
      },
      "The model sent neither text nor a tool call.",
    ],
  ];

  it.each(servers)("says so when the server %s", async (_what, listener, error) => {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const ran = await traceAgainst(`http://127.0.0.1:${port}/v1`, ["--json"]);
    server.close();
    const last = JSON.parse(ran.stdout.trimEnd().split("\n").at(-1) ?? "");
    expect({
      code: ran.code,
      type: last.type,
      error: last.error.replace(/127[^/]*/, "SERVER"),
    }).toEqual({ code: 1, type: "turn.failed", error });
  });
});

describe("one-turn trace with input that makes no sense", () => {
  const known =
    /greeting, reasoning, .*read-file, .*unknown-tool, .*too-many-tool-turns, .*html-page/;
  const wrong: [args: string[], message: RegExp][] = [
    [["99", "hello"], new RegExp(`^one-turn: No chapter "99". Use one of: ${knownChapters}\\.$`)],
    [["02"], /^one-turn: Say what the user types.*--scenario: greeting/],
    [["02", ""], /^one-turn: Say what the user types/],
    [["02", "--scenario", "nonsense"], known],
    [["01", "--scenario", "read-file"], /"read-file" needs chapter 02 or a later one/],
    [
      ["02", "hi", "--workspace", "no-such-folder"],
      /no-such-folder cannot be used: there is no such/,
    ],
    [["02", "hi", "--nonsense"], /unknown option '--nonsense'/],
  ];

  it.each(wrong)("answers %j with one line and exit code 1", async (args, message) => {
    const ran = await runOneTurnAgain(["trace", ...args]);
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 1, stdout: "" });
    expect(ran.stderr.trimEnd()).toMatch(message);
    expect(ran.stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("answers an address that is none with one line and exit code 1", async () => {
    const ran = await traceAgainst("nonsense");
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 1, stdout: "" });
    expect(ran.stderr).toMatch(/^one-turn: OPENAI_BASE_URL is "nonsense"\. [^\n]*\n$/);
  });
});

function traceAgainst(url: string, more: string[] = []) {
  return runOneTurnAgain(["trace", "02", "hello", ...more], { env: { OPENAI_BASE_URL: url } });
}
