import { describe, expect, it } from "vitest";
import type { Item, ToolRow } from "../../chapters/05-tui/state/tui-state.ts";
import {
  cachedLines,
  itemLines,
  type LinesForWidth,
  plainAnswer,
} from "../../chapters/05-tui/tui/item-lines.ts";
import { row } from "../04-reducer/events.ts";
import { plain } from "./support.ts";

const linesForWidth = itemLines(plainAnswer);
const linesOf = linesForWidth(30);

describe("an item, below an empty line", () => {
  const items: [what: string, item: Item, lines: string[]][] = [
    ["a line of the user", { kind: "user", text: "hello" }, ["you> hello"]],
    [
      "several, and one that is too long",
      { kind: "user", text: "hello you there, this is long\n\nand more\n" },
      ["you> hello you there, this is", "     long", "     ", "     and more"],
    ],
    ["an answer", { kind: "assistant", text: "One.\n\n  Two.\n" }, ["One.", "", "  Two."]],
    [
      "a long one, which is cut between words",
      { kind: "assistant", text: "- one two three four five six seven eight" },
      ["- one two three four five six", "  seven eight"],
    ],
    [
      "and where there is nothing between",
      { kind: "assistant", text: "a".repeat(40) },
      ["a".repeat(30), "a".repeat(10)],
    ],
    ["an empty one", { kind: "assistant", text: "" }, [""]],
    [
      "an error",
      { kind: "error", text: "no network, and nothing to be done" },
      ["error> no network, and nothing", "       to be done"],
    ],
    ["a call that runs", row("c", 1), ["▸ look {}"]],
    ["a call that prints", row("c", 1, { output: "one\ntwo\n" }), ["▸ look {}", "│ one", "│ two"]],
    ["a call that has ended", ended({ output: "one" }), ["✓ look {}", "│ one"]],
    ["a call without output", ended({}), ["✓ look {}"]],
    [
      "a call that failed after it printed",
      row("c", 1, { status: "failed", output: "one\n", error: "time is up\nafter 60 s" }),
      ["✗ look {}", "│ one", "│ time is up", "│ after 60 s"],
    ],
    [
      "long arguments, of several lines",
      row("c", 1, { args: '{"text":\n"one two three four five six"}' }),
      ['▸ look {"text":', '  "one two three four five six', '  "}'],
    ],
    [
      "long output: every space of it stays where it is",
      row("c", 1, { output: `${"word  ".repeat(8)}end` }),
      ["▸ look {}", "│ word  word  word  word  word", "│   word  word  word  end"],
    ],
  ];

  it.each(items)("is %s", (...parts) => {
    const [, item, lines] = parts;
    expect(plain(linesOf(item))).toEqual(["", ...lines]);
  });

  it("has its colours", () => {
    expect(linesOf({ kind: "user", text: "hello" })).toEqual(["", "\x1b[1myou> hello\x1b[22m"]);
    expect(linesOf({ kind: "error", text: "no" })).toEqual(["", "\x1b[31merror> no\x1b[39m"]);
    expect(linesOf(row("c", 1))[1]).toContain("\x1b[33m▸\x1b[39m look {}");
    expect(linesOf(ended({}))[1]).toContain("\x1b[32m✓\x1b[39m look {}");
    expect(linesOf(row("c", 1, { status: "failed", output: "one", error: "two" }))).toEqual([
      "",
      expect.stringContaining("\x1b[31m✗\x1b[39m look {}"),
      "\x1b[90m│\x1b[39m one",
      "\x1b[90m│\x1b[39m \x1b[31mtwo\x1b[39m",
    ]);
  });

  it("TUI-01 is clean wherever its text comes from", () => {
    const bad = "a\x1b]52;c;aGk=\x07\x9b2J\u202e{bold}\x1b[31mb";
    const failure = { status: "failed", name: bad, args: bad, output: bad, error: bad } as const;
    expect(plain(linesForWidth(80)(row("c", 1, failure)))).toEqual([
      "",
      "✗ a{bold}b a{bold}b",
      "│ a{bold}b",
      "│ a{bold}b",
    ]);
    expect(linesOf(row("c", 1, failure)).join("")).not.toContain("[2J");
    for (const kind of ["user", "assistant", "error"] as const) {
      const lines = plain(linesOf({ kind, text: bad }));
      expect(lines.join("").replace(/^.*> /, "")).toBe("a{bold}b");
    }
  });
});

describe("what a call prints", () => {
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, place) => `${from + place}`);
  const printed = (output: string[]) =>
    plain(linesOf(row("c", 1, { output: output.join("\n") }))).slice(2);
  const behindBar = (lines: string[]) => lines.map((line) => `│ ${line}`);

  it("is folded at 18 lines, and both ends are seen", () => {
    expect(printed(numbers(1, 18))).toEqual(behindBar(numbers(1, 18)));
    expect(printed(numbers(1, 19))).toEqual(
      behindBar([...numbers(1, 10), "… 2 more lines …", ...numbers(13, 19)]),
    );
    expect(printed(numbers(1, 1000))).toEqual(
      behindBar([...numbers(1, 10), "… 983 more lines …", ...numbers(994, 1000)]),
    );
  });

  it("is folded as arguments and as an error too", () => {
    const text = numbers(1, 30).join("\n");
    const lines = plain(
      linesOf(row("c", 1, { status: "failed", name: "n", args: text, error: text })),
    );
    const folded = [...numbers(2, 10), "… 13 more lines …", ...numbers(24, 30)];
    expect(lines).toEqual([
      "",
      "✗ n 1",
      ...folded.map((line) => `  ${line}`),
      "│ 1",
      ...behindBar(folded),
    ]);
  });

  it("is cut where a line is longer than 500 characters", () => {
    expect(plain(linesForWidth(600)(row("c", 1, { output: "a".repeat(1_000_000) })))[2]).toBe(
      `│ ${"a".repeat(500)} … 999500 more characters`,
    );
  });

  it("is coloured where it is a diff, and nowhere else", () => {
    const diff = ["--- a.txt", "+++ b.txt", "@@ -1,2 +1,2 @@", " milk", "-bread", "+butter"];
    expect(linesOf(ended({ output: diff.join("\n") })).slice(2)).toEqual(
      [
        "\x1b[1m--- a.txt\x1b[22m",
        "\x1b[1m+++ b.txt\x1b[22m",
        "\x1b[36m@@ -1,2 +1,2 @@\x1b[39m",
        " milk",
        "\x1b[31m-bread\x1b[39m",
        "\x1b[32m+butter\x1b[39m",
      ].map((line) => `\x1b[90m│\x1b[39m ${line}`),
    );
    expect(linesOf(ended({ output: "-bread\n+butter" })).slice(2)).toEqual([
      "\x1b[90m│\x1b[39m -bread",
      "\x1b[90m│\x1b[39m +butter",
    ]);
  });

  it("keeps the colour of a line that is wrapped", () => {
    const output = `@@ -1 +1 @@\n+${"a".repeat(30)}`;
    expect(linesOf(ended({ output })).slice(3)).toEqual([
      `\x1b[90m│\x1b[39m \x1b[32m+${"a".repeat(27)}\x1b[39m`,
      "\x1b[90m│\x1b[39m \x1b[32maaa\x1b[39m",
    ]);
  });
});

describe("the details of a call", () => {
  const rows: [details: unknown, words: string][] = [
    [{ exitCode: 0, durationMs: 1234 }, "  exit code 0 · 1.2 s"],
    [{ exitCode: 127, durationMs: 49 }, "  exit code 127 · 0.0 s"],
    [{ exitCode: null, durationMs: 60_000 }, "  60.0 s"],
    [{ bytes: 12, truncated: false }, "  12 bytes"],
    [{ bytes: 70_000, truncated: true }, "  part of 70000 bytes"],
    [{ hits: 0 }, "  0 hits"],
    [{ hits: 200 }, "  200 hits"],
    [undefined, ""],
    [null, ""],
    ["x", ""],
    [7, ""],
    [[], ""],
    [{}, ""],
    [{ exitCode: "0", durationMs: "1" }, ""],
    [{ bytes: null, truncated: true, hits: {} }, ""],
    [{ exitCode: 1 }, "  exit code 1"],
  ];

  it.each(rows)("stand behind it: %j", (...parts) => {
    const [details, words] = parts;
    const call = ended({ details: details as ToolRow["details"] });
    expect(plain(linesForWidth(60)(call))).toEqual(["", `✓ look {}${words}`]);
  });

  it("are grey, and go to the next row where there is no room", () => {
    const details = { exitCode: 0, durationMs: 1234 };
    expect(linesOf(ended({ details }))[1]).toBe(
      "\x1b[32m✓\x1b[39m look {}\x1b[90m  exit code 0 · 1.2 s\x1b[39m",
    );
    expect(plain(linesForWidth(20)(ended({ details })))).toEqual([
      "",
      "✓ look {}  exit code",
      "   0 · 1.2 s",
    ]);
  });
});

describe("lines that are kept", () => {
  it("are the same ones for the same item and width", () => {
    const asked: [Item, number][] = [];
    const counted: LinesForWidth = (columns) => (item) => {
      asked.push([item, columns]);
      return linesForWidth(columns)(item);
    };
    const kept = cachedLines(counted);
    const one: Item = { kind: "assistant", text: "one two" };
    const two: Item = { kind: "assistant", text: "one two" };
    const first = kept(20)(one);
    expect(kept(20)(one)).toBe(first);
    expect(kept(20)(two)).not.toBe(first);
    expect(kept(20)(two)).toEqual(first);
    expect(kept(12)(one)).toEqual(linesForWidth(12)(one));
    expect(kept(20)(one)).toEqual(first);
    expect(asked).toEqual([
      [one, 20],
      [two, 20],
      [one, 12],
      [one, 20],
    ]);
  });
});

function ended(changes: Partial<ToolRow>): ToolRow {
  return { ...row("c", 1), status: "finished", ...changes };
}
