import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import type { Scenario } from "../../shared/rehearsal/scenario.ts";
import { answer, call, say } from "../../shared/rehearsal/scenarios/script.ts";
import { type Rehearsal, startRehearsal } from "../../shared/rehearsal/server.ts";
import { deep } from "../support/deep.ts";
import { type OpenedTerminal, openTerminal, type TerminalOptions } from "../support/terminal.ts";
import { writeWorkspace } from "../support/trace.ts";
import { programArgs } from "./program.ts";

/** Prints, waits until there is a file named "go", and prints again: nothing depends on time. */
const command = "echo first; while [ ! -e go ]; do sleep 0.05; done; echo second";
const args = JSON.stringify({ command });
const held: Scenario = {
  name: "own",
  shows: "",
  from: 3,
  user: "",
  responses: [
    answer(say("Let me look."), call("call_1", "run_command", args)),
    answer(say("Done.")),
  ],
};

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

describe("in a terminal", () => {
  it("a running call is repainted in its place, and a line typed meanwhile waits below it", async () => {
    const { terminal, go } = await openProgram(held, { columns: 60, rows: 20 });
    await terminal.waitFor("you>");
    terminal.type("go on\r");
    await terminal.waitFor(/^ {6}first$/);
    terminal.type("and then");
    await terminal.waitFor("you> and then");
    const running = [
      "you> go on",
      "Let me look.",
      'tool> run_command {"command":"echo first; while [ ! -e go ];',
      ' do sleep 0.05; done; echo second"}',
      "      first",
      "      (running)",
      "(working)",
      "you> and then",
    ];
    await shows(terminal, running);
    expect(await terminal.cursor()).toEqual({ row: 7, column: 13 });

    terminal.type("?\r");
    await terminal.waitFor(/^you>$/);
    await shows(terminal, [...running.slice(0, 7), "you>"]);

    await go();
    await terminal.waitFor("and then?");
    terminal.type("\x04");
    expect(await terminal.exitCode).toBe(0);
    const turn = [...running.slice(1, 5), "      second", "Done."];
    expect(await terminal.everything()).toEqual(["you> go on", ...turn, "you> and then?", ...turn]);
    expect(await terminal.cursor()).toEqual({ row: 14, column: 0 });
  });

  it("TUI-08 a window of 20x5 shows the end of the call and what is typed", async () => {
    const { terminal, go } = await openProgram(held, { columns: 20, rows: 5 });
    await terminal.waitFor("you>");
    terminal.type("go on, and say what there is\r");
    await terminal.waitFor(/^ {6}first$/);
    await shows(terminal, ["Let me look.", "      first", "      (running)", "(working)", "you>"]);
    terminal.type("0123456789 0123456789");
    await shows(terminal, [
      "      first",
      "      (running)",
      "(working)",
      "you> 0123456789 0123",
      "456789",
    ]);
    terminal.type("\x15");
    await go();
    await terminal.waitFor("Done.");
    terminal.type("\x04");
    expect(await terminal.exitCode).toBe(0);
    expect(await terminal.everything()).toEqual([
      ...cut("you> go on, and say what there is", 20),
      "Let me look.",
      ...cut(`tool> run_command ${args}`, 20),
      "      first",
      "      second",
      "Done.",
    ]);
  });

  it("TUI-08 a window that changes its size shows nothing twice, and goes on when it is too small for anything", async () => {
    const { terminal, go } = await openProgram(held, { columns: 60, rows: 16 });
    await terminal.waitFor("you>");
    terminal.type("go on\r");
    await terminal.waitFor(/^ {6}first$/);
    terminal.type("and then");
    await terminal.waitFor("you> and then");
    for (const [columns, rows] of [
      [40, 14],
      [100, 30],
      [33, 16],
      [80, 24],
    ] as const) {
      const before = terminal.sent().length;
      await terminal.resize(columns, rows);
      await waitUntil(async () => terminal.sent().slice(before).includes("\x1b[?7h"));
      const call = cut(`tool> run_command ${args}`, columns);
      const row = [...call, "      first", "      (running)"];
      const expected = ["you> go on", "Let me look.", ...row, "(working)", "you> and then"];
      await shows(terminal, expected);
    }
    terminal.type("\x15");
    for (const [columns, rows] of [
      [10, 3],
      [2, 1],
      [120, 40],
      [5, 2],
      [60, 24],
    ] as const) {
      await terminal.resize(columns, rows);
      await setTimeout(50);
    }
    await go();
    await terminal.waitFor("Done.");
    terminal.type("\x04");
    expect(await terminal.exitCode).toBe(0);
    expect((await terminal.everything()).slice(-3)).toEqual([
      "      first",
      "      second",
      "Done.",
    ]);
  });

  it("text that was pasted and wraps stays where it is, and a line that fills its row leaves the rows above it alone", async () => {
    const { terminal, go, play } = await openProgram(held, { columns: 40, rows: 20 });
    await terminal.waitFor("you>");
    terminal.type("go\r");
    await terminal.waitFor(/^ {6}first$/);
    terminal.type("日本語テスト ".repeat(6));
    await terminal.waitFor(/^スト$/);
    const typed = trimEnd(await terminal.screen()).slice(-3);
    // two characters to the left
    terminal.type("\x1b[D\x1b[D");
    await go();
    await terminal.waitFor("Done.");
    await terminal.waitFor(typed[2] ?? "");
    const above = [
      "you> go",
      "Let me look.",
      'tool> run_command {"command":"echo first',
      "; while [ ! -e go ]; do sleep 0.05; done",
      '; echo second"}',
      "      first",
      "      second",
      "Done.",
    ];
    await shows(terminal, [...above, ...typed]);
    expect(await terminal.cursor()).toEqual({ row: 10, column: 2 });

    play(answerOnly("Hello."));
    terminal.type("\x05\x15");
    await shows(terminal, [...above, "you>"]);
    const line = `you> ${"x".repeat(35)}`;
    terminal.type(line.slice(5));
    await shows(terminal, [...above, line]);
    terminal.type("\r");
    await shows(terminal, [...above, line, "Hello.", "you>"]);
  });

  it("a terminal that reports no size gets 80 columns", async () => {
    const { terminal, go } = await openProgram(held, {
      program: "/bin/sh",
      before: ["-c", 'stty cols 0 rows 0; exec "$0" "$@"', process.execPath],
    });
    await terminal.waitFor("you>");
    terminal.type("go\r");
    await terminal.waitFor(/^ {6}first$/);
    await go();
    await terminal.waitFor("Done.");
    await terminal.waitFor(/^you>$/);
    await shows(terminal, [
      "you> go",
      "Let me look.",
      'tool> run_command {"command":"echo first; while [ ! -e go ]; do sleep 0.05; done',
      '; echo second"}',
      "      first",
      "      second",
      "Done.",
      "you>",
    ]);
  });

  it("TUI-06 a dumb terminal gets no escape codes", async () => {
    const { terminal } = await openProgram(answerOnly("Hello."), { env: { TERM: "dumb" } });
    terminal.type("hi\n");
    await terminal.waitFor("Hello.");
    terminal.type("\x04");
    expect(await terminal.exitCode).toBe(0);
    expect(terminal.sent()).not.toContain("\x1b");
    expect(trimEnd(await terminal.screen()).slice(-2)).toEqual(["you> hi", "Hello."]);
  });

  it("TUI-01 nothing reaches the terminal but what the program made", async () => {
    const bad = "a\x1b]52;c;aGk=\x07b\x1b[2J\x1b[6n\x9b2J\x9d52;c;aGk=\x9c\u202ec\x1b]0;title";
    const { terminal } = await openProgram(hostile(bad), {});
    await terminal.waitFor("you>");
    terminal.type("hi\r");
    await terminal.waitFor(/^abc$/);
    await terminal.waitFor(/^you>$/);
    terminal.type("\x04");
    expect(await terminal.exitCode).toBe(0);
    expect(await terminal.everything()).toEqual([
      "you> hi",
      "tool> abc abc",
      '      failed: No tool named "a\\u001b]52;c;aGk=\\u0007b\\u001b[2J\\u001b[6nc\\u001b]0',
      ';title". Use one of: get_current_time, read_workspace_file, list_workspace, sear',
      "ch_workspace, run_command.",
      "abc",
    ]);
    // up, to a column, erase below, and no wrapping for a while
    const own = ["\\d*[AG]", "0?J", "\\?7[hl]"].map((sequence) => `\\x1b\\[${sequence}`);
    const left = terminal.sent().replace(new RegExp(own.join("|"), "g"), "");
    expect(left).not.toMatch(/[^\P{Cc}\r\n]|\u202e/u);
  });

  it("Ctrl+C ends the program, also while a command runs", async () => {
    const { terminal } = await openProgram(held, {});
    await terminal.waitFor("you>");
    terminal.type("go\r");
    await terminal.waitFor(/^ {6}first$/);
    terminal.type("\x03");
    expect(await terminal.exitCode).toBe(130);
  });

  it("the end of the input waits for the turn that runs", async () => {
    const { terminal, go } = await openProgram(held, { columns: 100 });
    await terminal.waitFor("you>");
    terminal.type("go\r");
    await terminal.waitFor(/^ {6}first$/);
    terminal.type("\x04");
    await expect
      .poll(async () => trimEnd(await terminal.screen()).at(-1), { timeout: 20_000 })
      .toBe("(working)");
    await go();
    expect(await terminal.exitCode).toBe(0);
    await shows(terminal, [
      "you> go",
      "Let me look.",
      `tool> run_command ${args}`,
      "      first",
      "      second",
      "Done.",
    ]);
  });

  it("a paste that fills its last row is there once, and Ctrl+C from its beginning leaves below it", async () => {
    const terminal = openTerminal({ args: [...programArgs, "--demo"], columns: 40 });
    opened.push(terminal);
    await terminal.waitFor("you>");
    terminal.type("x".repeat(75));
    await terminal.waitFor("x".repeat(40));
    terminal.type("y\x1a");
    await terminal.waitFor(/^y$/);
    await shows(terminal, [`you> ${"x".repeat(35)}`, "x".repeat(40), "y"]);
    terminal.type("\x01\x03");
    expect(await terminal.exitCode).toBe(130);
    expect(await terminal.cursor()).toEqual({ row: 3, column: 0 });
  });

  const signals: [string, number][] = [
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGQUIT", 131],
  ];

  it.each(deep ? signals : signals.slice(0, 1))(
    "TUI-02 after %s the terminal makes lines and echoes again",
    async (signal, code) => {
      const script =
        'exec 3<&0; "$0" "$1" --demo <&3 & echo "pid $!"; wait $!; echo "code $?"; stty -a';
      const args = ["-c", script, process.execPath, ...programArgs];
      const terminal = openTerminal({ program: "sh", args });
      opened.push(terminal);
      await terminal.waitFor("you>");
      const [, pid] = /pid (\d+)/.exec((await terminal.screen()).join("\n")) ?? [];
      process.kill(Number(pid), signal);
      await terminal.waitFor(`code ${code}`);
      await terminal.waitFor(/\bechonl\b/);
      expect((await terminal.screen()).join(" ").match(/-?\b(icanon|echo|isig)\b/g)).toEqual([
        "isig",
        "icanon",
        "echo",
      ]);
    },
  );

  it("the demo is drawn by the same screen, without a key", async () => {
    const terminal = openTerminal({ args: [...programArgs, "--demo"] });
    opened.push(terminal);
    await terminal.waitFor("you>");
    terminal.type("hello\r");
    await terminal.waitFor("Two tests pass");
    await terminal.waitFor(/^you>$/);
    await shows(terminal, [
      "you> hello",
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
      "you>",
    ]);
  });
});

type ProgramOptions = Omit<TerminalOptions, "args"> & { before?: string[] };

/** The real program in a terminal, with a real server. `go` lets the held command finish. */
async function openProgram(
  scenario: Scenario,
  { before = [], ...options }: ProgramOptions,
): Promise<{ terminal: OpenedTerminal; go(): Promise<void>; play: Rehearsal["play"] }> {
  const rehearsal = await startRehearsal({ scenario });
  const cwd = await writeWorkspace({});
  const terminal = openTerminal({
    ...options,
    args: [...before, ...programArgs, "--allow-commands"],
    cwd,
    env: { OPENAI_BASE_URL: rehearsal.url, OPENAI_API_KEY: "any", ...options.env },
  });
  const go = () => writeFile(join(cwd, "go"), "");
  // a program that is killed leaves its command behind
  opened.push(terminal, rehearsal, { close: go });
  return { terminal, go, play: rehearsal.play };
}

function answerOnly(text: string): Scenario {
  return { name: "own", shows: "", from: 2, user: "", responses: [answer(say(text))] };
}

/** The same text as a tool's name, as its arguments and as the answer. */
function hostile(text: string): Scenario {
  const responses = [answer(call("call_1", text, text)), answer(say(text))];
  return { ...answerOnly(text), responses };
}

/** As a terminal does it that knows nothing of words. */
function cut(text: string, columns: number): string[] {
  return (text.match(new RegExp(`.{1,${columns}}`, "g")) ?? []).map((row) => row.trimEnd());
}

function trimEnd(lines: string[]): string[] {
  return lines.slice(0, lines.findLastIndex((line) => line !== "") + 1);
}

/** The window as it is in the end; on the way there it may be half drawn. */
async function shows(terminal: OpenedTerminal, rows: string[]): Promise<void> {
  const screen = async () => trimEnd(await terminal.screen());
  // an expectation that fails costs more than a look at the window
  const end = Date.now() + 20_000;
  while (!isDeepStrictEqual(await screen(), rows) && Date.now() < end) await setTimeout(20);
  expect(await screen()).toEqual(rows);
}

async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await setTimeout(20);
}
