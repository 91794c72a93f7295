import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { answer, call, fail, say } from "../../shared/rehearsal/scenarios/script.ts";
import {
  closePrograms,
  endedAfter,
  heldCommand,
  openProgram,
  patiently,
  READY,
  shows,
  turn,
  UP,
  WORKING,
} from "./program.ts";

afterEach(closePrograms);

const heldCall = call("call_1", "run_command", JSON.stringify({ command: heldCommand }));

const UP_WORKING =
  "── working ─────────────────────────────────────────────────── Esc to the end ──";
const MORE_BELOW =
  "── ready ──────────────────────────────────────────────────── news below: Esc ──";

const CTRL_HOME = "\x1b[1;5H";
const CTRL_END = "\x1b[1;5F";
const SHIFT_UP = "\x1b[1;2A";
const SHIFT_DOWN = "\x1b[1;2B";
const PAGE_UP = "\x1b[5~";
const PAGE_DOWN = "\x1b[6~";
const WHEEL_UP = "\x1b[<64;10;10M";
const WHEEL_DOWN = "\x1b[<65;10;10M";
const UP_KEY = "\x1b[A";
const DOWN_KEY = "\x1b[B";

const markdown = `# Done

It **runs**, says \`first\`, and [more](https://example.org/).

- one
- two, with *care*

\`\`\`ts
const two = 2; // more than one
\`\`\`

| word | count |
|------|-------|
| a    | 2     |`;

describe("in a terminal", { timeout: 180_000 }, () => {
  it("a turn is seen while it runs, typed into, and waited for", async () => {
    const { terminal, go, play, heard, cwd } = await openProgram({
      scenario: turn(answer(say("Let me look."), heldCall), answer(say(markdown))),
    });
    await shows(terminal, [], [READY, ">"]);
    expect(await terminal.modes()).toEqual({
      screen: "alternate",
      cursor: "shown",
      wraps: false,
      marksPastes: true,
      tellsOfTheMouse: true,
    });

    terminal.type("go on\r");
    const started = ["", "you> go on", "", "Let me look.", ""];
    const running = [
      ...started,
      '▸ run_command {"command":"echo first; while [ ! -e go ]; do sleep 0.05; done; ec',
      '  ho second"}',
      "│ first",
    ];
    await shows(terminal, running, [WORKING, ">"]);
    terminal.type("and then");
    await shows(terminal, running, [WORKING, "> and then"]);
    await expect.poll(terminal.cursor, patiently).toEqual({ row: 23, column: 10 });
    terminal.type("?\r");
    await shows(terminal, running, [WORKING, ">"]);
    terminal.type("next");
    await shows(terminal, running, [WORKING, "> next"]);
    expect(heard()).toEqual(["go on"]);

    // what is left of this turn, and all of the next
    play(turn(fail("status-401", heldCall), answer(say(markdown))));
    await go();
    await shows(
      terminal,
      [
        '  ho second"}  exit code 0 · 0.0 s',
        "│ first",
        "│ second",
        "",
        "# Done",
        "",
        "It runs, says first, and more (https://example.org/).",
        "",
        "- one",
        "- two, with care",
        "",
        "  const two = 2; // more than one",
        "",
        "┌──────┬───────┐",
        "│ word │ count │",
        "├──────┼───────┤",
        "│ a    │ 2     │",
        "└──────┴───────┘",
        "",
        "you> and then?",
        "",
        "error> 401 Incorrect API key provided.",
      ],
      [READY, "> next"],
    );
    expect(heard()).toEqual(["go on", "and then?"]);
    const words = ["# Done", "runs", "first,", "care", "const", "2;", "// more", "you>", "error>"];
    expect(await Promise.all(words.map(terminal.style))).toEqual([
      "bold",
      "bold",
      "cyan",
      "underlined",
      "magenta",
      "yellow",
      "gray",
      "bold",
      "red",
    ]);

    terminal.type(PAGE_UP);
    await shows(
      terminal,
      [
        ...started,
        '✓ run_command {"command":"echo first; while [ ! -e go ]; do sleep 0.05; done; ec',
        '  ho second"}  exit code 0 · 0.0 s',
        "│ first",
        "│ second",
        "",
        "# Done",
        "",
        "It runs, says first, and more (https://example.org/).",
        "",
        "- one",
        "- two, with care",
        "",
        "  const two = 2; // more than one",
        "",
        "┌──────┬───────┐",
        "│ word │ count │",
        "├──────┼───────┤",
      ],
      [UP, "> next"],
    );
    expect(await Promise.all(["✓", "exit code"].map(terminal.style))).toEqual(["green", "gray"]);

    await rm(join(cwd, "go"));
    play(turn(answer(heldCall), answer(say("The last word."))));
    terminal.type("\r");
    await terminal.waitFor("▸ run_command");
    terminal.type("\x04");
    terminal.type("one more\r");
    await terminal.waitFor("> one more");
    await go();
    await endedAfter(terminal, 0, "you> go on", "Let me look.");
    expect(heard()).toEqual(["go on", "and then?", "next"]);
  });

  it("what has left the window is found again, and stays in view while more comes", async () => {
    const lines = Array.from({ length: 60 }, (_, place) => `line ${place + 1}`);
    const { terminal, go, play, heard, cwd } = await openProgram({
      scenario: turn(answer(say(lines.join("\n")))),
    });
    await shows(terminal, [], [READY, ">"]);
    terminal.type("show me\r");
    await shows(terminal, lines.slice(38), [READY, ">"]);

    terminal.type(PAGE_UP);
    await shows(terminal, lines.slice(17, 39), [UP, ">"]);
    terminal.type(WHEEL_UP);
    await shows(terminal, lines.slice(14, 36), [UP, ">"]);
    terminal.type(WHEEL_DOWN);
    await shows(terminal, lines.slice(17, 39), [UP, ">"]);
    terminal.type(PAGE_UP + PAGE_UP + PAGE_UP);
    await shows(terminal, ["", "you> show me", "", ...lines.slice(0, 19)], [UP, ">"]);
    terminal.type(PAGE_DOWN + PAGE_DOWN + PAGE_DOWN);
    await shows(terminal, lines.slice(38), [READY, ">"]);
    terminal.type(CTRL_HOME);
    await shows(terminal, ["", "you> show me", "", ...lines.slice(0, 19)], [UP, ">"]);
    terminal.type(SHIFT_DOWN + SHIFT_DOWN + SHIFT_UP);
    await shows(terminal, ["you> show me", "", ...lines.slice(0, 20)], [UP, ">"]);
    terminal.type(CTRL_END);
    await shows(terminal, lines.slice(38), [READY, ">"]);

    play(turn(answer(heldCall), answer(say("Done."))));
    terminal.type("go on\r");
    await terminal.waitFor("│ first");
    const seen = lines.slice(23, 45);
    terminal.type(PAGE_UP);
    await shows(terminal, seen, [UP_WORKING, ">"]);
    await go();
    await shows(terminal, seen, [MORE_BELOW, ">"]);
    expect(await terminal.style("news below")).toBe("yellow");
    terminal.type("hidden");
    await shows(terminal, seen, [MORE_BELOW, "> hidden"]);

    // CAN-05: the Escape key takes nothing away from what is typed
    terminal.type("\x1b");
    const end = [
      ...lines.slice(47),
      "",
      "you> go on",
      "",
      '✓ run_command {"command":"echo first; while [ ! -e go ]; do sleep 0.05; done; ec',
      '  ho second"}  exit code 0 · 0.0 s',
      "│ first",
      "│ second",
      "",
      "Done.",
    ];
    await shows(terminal, end, [READY, "> hidden"]);
    terminal.type("abc");
    await shows(terminal, end, [READY, "> hiddenabc"]);

    // what was sent comes back, and what was begun is not lost
    for (const [keys, shown] of [
      [UP_KEY, "> go on"],
      [UP_KEY, "> show me"],
      [UP_KEY, "> show me"],
      [DOWN_KEY, "> go on"],
      [DOWN_KEY, "> hiddenabc"],
      ["\x03", ">"],
      ["go\x1b[D\x1b[D\x1b[3~d\x1b[Fod\x17\x01do\x05", "> do"],
    ] as const) {
      terminal.type(keys);
      await shows(terminal, end, [READY, shown]);
    }

    // CAN-05: Ctrl+C is heard while a command runs, and ends it
    const command = "echo $$ > pid; while :; do sleep 0.05; done";
    play(turn(answer(call("call_2", "run_command", JSON.stringify({ command })))));
    terminal.type("\r");
    await expect.poll(() => readNumber(join(cwd, "pid")), patiently).toBeGreaterThan(0);
    const pid = await readNumber(join(cwd, "pid"));
    terminal.type("\x03");
    await endedAfter(terminal, 130);
    expect(heard()).toEqual(["show me", "go on", "do"]);
    await expect.poll(() => isAlive(pid), patiently).toBe(false);
  });

  it("TUI-03 a paste is one text, and is sent when the user says so", async () => {
    const { terminal, heard } = await openProgram({ scenario: turn(answer(say("Heard."))) });
    await shows(terminal, [], [READY, ">"]);
    const sent: string[] = [];
    const sends = async (text: string) => {
      terminal.type("\r");
      sent.push(text);
      await expect.poll(heard, patiently).toEqual(sent);
      await terminal.waitFor(READY);
    };

    terminal.type(marked("line one\rli\x03ne two\r\nline three"));
    await shows(terminal, [], [READY, "> line one", "  line two", "  line three"]);
    await expect.poll(terminal.cursor, patiently).toEqual({ row: 23, column: 12 });
    expect(heard()).toEqual([]);
    await sends("line one\nline two\nline three");

    // not every terminal marks a paste
    terminal.type("line four\rline five\rline six");
    await terminal.waitFor("  line six");
    await sends("line four\nline five\nline six");

    terminal.type("line ten\x1b\rline eleven");
    await terminal.waitFor("  line eleven");
    await sends("line ten\nline eleven");

    const many = Array.from({ length: 5000 }, (_, place) => `line ${place}`);
    terminal.type(marked(many.join("\r")));
    await terminal.waitFor(many[4999] ?? "");
    await sends(many.join("\n"));
    await shows(
      terminal,
      [...many.slice(4980).map((line) => `     ${line}`), "", "Heard."],
      [READY, ">"],
    );

    // a text that says itself where it ends
    terminal.type(marked("line seven\x1b[201~\rline eight\rline nine"));
    await terminal.waitFor("line nine");
    await sends("line seven\nline eight\nline nine");
    terminal.type("\x04");
    await endedAfter(terminal, 0);
  });
});

function marked(paste: string): string {
  return `\x1b[200~${paste}\x1b[201~`;
}

/** 0 while there is none. */
async function readNumber(path: string): Promise<number> {
  return Number(await readFile(path, "utf8").catch(() => ""));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
