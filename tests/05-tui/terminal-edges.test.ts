import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { answer, call, say } from "../../shared/rehearsal/scenarios/script.ts";
import { deep, sized } from "../support/deep.ts";
import {
  closePrograms,
  endedAfter,
  endedWith,
  foreign,
  heldCommand,
  openProgram,
  patiently,
  READY,
  shows,
  styles,
  turn,
  UP,
  untilEnded,
  WORKING,
} from "./program.ts";

afterEach(closePrograms);

const PAGE_DOWN = "\x1b[6~";
const WHEEL_UP = "\x1b[<64;10;10M";

function run(callId: string, command: string) {
  return call(callId, "run_command", JSON.stringify({ command }));
}

/** Sizes in a quick row, down to where nothing has room. The last one is what is seen. */
const storm = [
  [10, 3],
  [2, 1],
  [120, 40],
  [1, 60],
  [200, 1],
  [80, 24],
] as const;

/** Reads "abcde" and does nothing, once it is clean. */
const hostile = [
  "a\x1b]52;c;aGk=\x07\x1b[2J\x1b[6n\x1b[8m\x1bc",
  "b\x1b]8;;http://evil\x1b\\\x9b2J\x9d52;c;aGk=\x9c\x90q\x9c",
  "c\u202e\u2066\u200b\u{e0041}\x00\x08\x7f\x85",
  "d{bold}{red-fg}{/}",
  "e\x1b]0;title",
].join("");
const cleaned = "abcd{bold}{red-fg}{/}e";

const braces = 'if(a){bold}x{/bold} {red-fg}y {open}z{close} {escape} {/} {"center":1}';

describe("in a terminal", { timeout: 180_000 }, () => {
  it("TUI-01 TUI-05 nothing is obeyed but what the program made, and everything is read", async () => {
    const fileName = "f\x1b]52;c;aGk=\x07g\x9b2Jh\u202e{bold}.txt";
    const { terminal, play } = await openProgram({
      scenario: {
        ...turn(
          answer(call("call_1", hostile, hostile)),
          answer(call("call_2", "list_workspace", '{"path":"."}')),
          answer(
            run("call_3", `printf '${"i\\033]52;c;aGk=\\007j\\302\\2332Jk\\342\\200\\256{bold}"}'`),
          ),
          answer(say(`\ud83d${hostile}\n\n${braces}`)),
        ),
        files: { [fileName]: "" },
      },
    });
    await shows(terminal, [], [READY, ">"]);
    terminal.type(`t\x9b\x9d\u202e\x00 ${braces}`);
    await shows(terminal, [], [READY, `> t ${braces}`]);
    terminal.type("\r");
    await terminal.waitFor("open}z");
    await terminal.waitFor(READY);
    await shows(
      terminal,
      [
        "",
        `you> t ${braces}`,
        "",
        `✗ ${cleaned} ${cleaned}`,
        '│ No tool named "a\\u001b]52;c;aGk=\\u0007\\u001b[2J\\u001b[6n\\u001b[8m\\u001bcb\\u001',
        '│ b]8;;http://evil\\u001b\\\\c\\u0000\\bd{bold}{red-fg}{/}e\\u001b]0;titl". Use one of',
        "│ : get_current_time, read_workspace_file, list_workspace, search_workspace, run",
        "│ _command.",
        "",
        '✓ list_workspace {"path":"."}',
        "│ f\\u001b]52;c;aGk=\\u0007g\\u009b2Jh{bold}.txt",
        "",
        `✓ run_command {"command":"printf 'i\\\\033]52;c;aGk=\\\\007j\\\\302\\\\2332Jk\\\\342\\\\200\\`,
        "  \\256{bold}'\"}  exit code 0 · 0.0 s",
        "│ ijk{bold}",
        "",
        `\ufffd${cleaned}`,
        "",
        braces,
      ],
      [READY, ">"],
    );
    terminal.type(`\x1b[200~${hostile}\x1b[201~`);
    await terminal.waitFor(/^> .*\{bold\}/);
    expect((await terminal.screen()).at(-1)).toEqual(`> ${cleaned}`);
    terminal.type("\x03");
    await terminal.waitFor(/^>$/);

    // up to a megabyte without a newline
    play(turn(answer(say(`${"日".repeat(sized(30_000, 350_000))}end`))));
    terminal.type("more\r");
    const row = "日".repeat(40);
    await shows(terminal, [...Array.from({ length: 21 }, () => row), "end"], [READY, ">"]);
    terminal.type("\x04");
    await endedAfter(terminal, 0);
    // behind the window stand lines, and nothing in them is obeyed either
    expect(foreign(terminal.sent())).toMatch(
      /^(?:(?![\u200d\p{VS}])\p{DI}|\P{Cc}|\r\n)*ended with 0\r\n(?:\r\n)?$/u,
    );
  });

  it("TUI-04 wide characters leave nothing behind, and move nothing", async () => {
    const wide = "日本語テスト🙂🙂 👨‍👩‍👧 ❤️ 🇯🇵 e\u0301 end";
    const said = [
      wide,
      "日".repeat(40),
      `b${"日".repeat(40)}`,
      "",
      "| a | b |",
      "|---|---|",
      "| 日本 | 語 |",
    ];
    const { terminal, play } = await openProgram({
      scenario: turn(
        answer(run("call_1", `printf '${wide}\\nplain'`)),
        answer(say(said.join("\n"))),
      ),
    });
    await shows(terminal, [], [READY, ">"]);
    for (const [keys, shown] of [
      [wide, wide],
      ["\x17", "日本語テスト🙂🙂 👨‍👩‍👧 ❤️ 🇯🇵 e\u0301"],
      ["\x7f\x7f", "日本語テスト🙂🙂 👨‍👩‍👧 ❤️ 🇯🇵"],
      ["\x7f\x7f", "日本語テスト🙂🙂 👨‍👩‍👧 ❤️"],
      ["\x7f\x7f", "日本語テスト🙂🙂 👨‍👩‍👧"],
      ["\x7f\x7f", "日本語テスト🙂🙂"],
      ["\x7f\x7f\x7f\x7f", "日本語テス"],
      ["\x1b[D\x1b[D語", "日本語語テス"],
    ] as const) {
      terminal.type(keys);
      await shows(terminal, [], [READY, `> ${shown}`]);
    }
    await expect.poll(terminal.leftOfCursor, patiently).toBe("> 日本語語");

    terminal.type("\r");
    const first = [
      "",
      "you> 日本語語テス",
      "",
      `✓ run_command {"command":"printf '日本語テスト🙂🙂 👨‍👩‍👧 ❤️ 🇯🇵 e\u0301 end\\\\nplain'"}  ex`,
      "  it code 0 · 0.0 s",
      `│ ${wide}`,
      "│ plain",
      "",
      wide,
      "日".repeat(40),
      `b${"日".repeat(39)}`,
      "日",
      "",
      "┌──────┬────┐",
      "│ a    │ b  │",
      "├──────┼────┤",
      "│ 日本 │ 語 │",
      "└──────┴────┘",
    ];
    await shows(terminal, first, [READY, ">"]);
    // every row takes the place of another
    play(turn(answer(say("ok\n".repeat(7)))));
    terminal.type("next\r");
    const both = [...first, "", "you> next", "", ...Array.from({ length: 7 }, () => "ok")];
    await shows(terminal, both.slice(6), [READY, ">"]);
    terminal.type(WHEEL_UP);
    await shows(terminal, both.slice(3, 25), [UP, ">"]);
    terminal.type(WHEEL_UP);
    await shows(terminal, both.slice(0, 22), [UP, ">"]);
    terminal.type(PAGE_DOWN);
    await shows(terminal, both.slice(6), [READY, ">"]);

    // how wide they are, the terminal alone knows
    terminal.type("🙂👨‍👩‍👧❤️");
    await shows(terminal, both.slice(6), [READY, "> 🙂👨‍👩‍👧❤️"]);
    await expect.poll(terminal.leftOfCursor, patiently).toBe("> 🙂👨‍👩‍👧❤️");
  });

  it("TUI-08 a window of any size shows what has room, and everything once there is room again", async () => {
    const { terminal, go } = await openProgram({
      scenario: turn(answer(say("Let me look."), run("call_1", heldCommand)), answer(say("Done."))),
      // a terminal that neither knows its size nor says what it is
      before: "stty cols 0 rows 0; unset TERM",
    });
    await shows(terminal, [], [READY, ">"]);
    terminal.type("go on, and say what there is\r");
    const running = [
      "",
      "you> go on, and say what there is",
      "",
      "Let me look.",
      "",
      '▸ run_command {"command":"echo first; while [ ! -e go ]; do sleep 0.05; done; ec',
      '  ho second"}',
      "│ first",
    ];
    await shows(terminal, running, [WORKING, ">"]);

    await terminal.resize(20, 5);
    await shows(
      terminal,
      ["   do sleep 0.05; do", '  ne; echo second"}', "│ first"],
      ["working", ">"],
    );
    terminal.type("0123456789 0123456789");
    await shows(
      terminal,
      ["   do sleep 0.05; do", '  ne; echo second"}', "│ first"],
      ["working", "  789"],
    );
    await expect.poll(terminal.cursor, patiently).toEqual({ row: 4, column: 5 });
    await terminal.resize(200, 60);
    await shows(
      terminal,
      [
        ...running.slice(0, 5),
        '▸ run_command {"command":"echo first; while [ ! -e go ]; do sleep 0.05; done; echo second"}',
        "│ first",
      ],
      [`── working ${"─".repeat(158)} PgUp scrolls · Ctrl+C quits ──`, "> 0123456789 0123456789"],
    );
    await terminal.resize(3, 2);
    await shows(terminal, ["Too"], []);
    await terminal.resize(1, 1);
    await shows(terminal, ["T"], []);
    // from one size to the next before it was drawn, while the turn goes on
    for (const [columns, rows] of storm) await terminal.resize(columns, rows);
    await go();
    for (const [columns, rows] of storm) await terminal.resize(columns, rows);
    await shows(
      terminal,
      [
        ...running.slice(0, 5),
        '✓ run_command {"command":"echo first; while [ ! -e go ]; do sleep 0.05; done; ec',
        '  ho second"}  exit code 0 · 0.0 s',
        "│ first",
        "│ second",
        "",
        "Done.",
      ],
      [READY, "> 0123456789 0123456789"],
    );
    terminal.type("\x03");
    await terminal.waitFor(/^>$/);
    // Enter and what is typed right behind it may come in one piece
    terminal.type("again\r\x03");
    await endedAfter(terminal, 130);
  });

  it("TUI-06 a terminal of an unknown kind, without colours and without UTF-8", async () => {
    const text = `# Title

**日本語** \`code\`

- one

> two

---

\`\`\`ts
const a = 1;
\`\`\`

| a | b |
|---|---|
| 1 | 2 |

[a](https://example.org/)`;
    const { terminal } = await openProgram({
      scenario: turn(
        answer(run("call_1", "echo 1; false")),
        answer(call("call_2", "fly", "{}")),
        answer(say(text)),
      ),
      env: { TERM: "xterm-of-tomorrow", NO_COLOR: "1", LC_ALL: "C" },
      rows: 40,
    });
    const ready = READY.replaceAll("─", "-").replace("·", "-");
    await shows(terminal, [], [ready, ">"]);
    terminal.type("go\r");
    await shows(
      terminal,
      [
        "",
        "you> go",
        "",
        '+ run_command {"command":"echo 1; false"}  exit code 1 - 0.0 s',
        "| 1",
        "",
        "x fly {}",
        '| No tool named "fly". Use one of: get_current_time, read_workspace_file, list_w',
        "| orkspace, search_workspace, run_command.",
        "",
        "# Title",
        "",
        "日本語 code",
        "",
        "- one",
        "",
        "| two",
        "",
        "-".repeat(80),
        "",
        "  const a = 1;",
        "",
        "+---+---+",
        "| a | b |",
        "+---+---+",
        "| 1 | 2 |",
        "+---+---+",
        "",
        "a (https://example.org/)",
      ],
      [ready, ">"],
    );
    terminal.type("\x03");
    await endedAfter(terminal, 130);
    // what ends a style is no colour
    expect(styles(terminal.sent())).toEqual(["\x1b[m"]);
  });
});

describe("TUI-06 where there is no window to be had", { timeout: 120_000 }, () => {
  const hello = { ...turn(answer(say("**Hello.**"))), files: { input: "hi\n" } };
  const plain = ["you> hi", "**Hello.**"];

  it("a terminal that is dumb, or is to be left alone, gets lines", async () => {
    const dumb = await openProgram({ scenario: hello, env: { TERM: "dumb" } });
    dumb.terminal.type("hi\r");
    await dumb.terminal.waitFor("Hello.");
    dumb.terminal.type("\x04");
    await endedWith(dumb.terminal, 0, "hi", ...plain);
    expect(dumb.terminal.sent()).not.toContain("\x1b");

    const asked = await openProgram({ scenario: hello, args: ["--plain"] });
    await asked.terminal.waitFor("you>");
    asked.terminal.type("hi\r");
    await asked.terminal.waitFor("Hello.");
    asked.terminal.type("\x04");
    await endedWith(asked.terminal, 0, ...plain);
    expect(asked.terminal.sent()).not.toContain("\x1b[?1049h");
  });

  const redirections: [string, string[], string][] = [
    ["< input", [...plain, "ended with 0"], ""],
    ["> output", ["hi", "ended with 0"], plain.join("\n")],
    ["< input > output", ["ended with 0"], plain.join("\n")],
  ];

  it.each(deep ? redirections : redirections.slice(0, 2))(
    "a file gets no escape codes, and is read to its end: %s",
    async (redirected, seen, written) => {
      const { terminal, cwd } = await openProgram({ scenario: hello, redirected });
      if (!redirected.includes("<")) terminal.type("hi\r\x04");
      await untilEnded(terminal);
      expect(await terminal.everything()).toEqual(seen);
      expect(terminal.sent()).not.toContain("\x1b");
      const output = await readFile(join(cwd, "output"), "utf8").catch(() => "");
      expect(output.trimEnd()).toBe(written);
    },
  );
});
