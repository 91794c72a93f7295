import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import type { Item } from "../../chapters/05-tui/state/tui-state.ts";
import { itemLines, plainAnswer } from "../../chapters/05-tui/tui/item-lines.ts";
import { type Frame, layOut, type Size, type View } from "../../chapters/05-tui/tui/lay-out.ts";
import { emptyTyping, insertText } from "../../chapters/05-tui/tui/typing.ts";
import { row } from "../04-reducer/events.ts";
import { fold, hostileText, plain, transcriptOf, withoutColors } from "./support.ts";

const items: Item[] = [
  { kind: "user", text: "What is on the list?" },
  { kind: "assistant", text: "Let me look." },
  {
    ...row("call_1", 4, { output: "buy milk\nbuy bread\n", status: "finished" }),
    name: "run_command",
    args: '{"command":"cat list.txt"}',
    details: { exitCode: 0, durationMs: 1234 },
  },
  { kind: "assistant", text: "Buy milk and bread." },
];
const view: View = {
  state: { transcript: transcriptOf(items), status: { turn: "idle" } },
  typing: insertText(emptyTyping, "and eggs?"),
};
const running: View = {
  ...view,
  state: {
    transcript: transcriptOf(items.slice(0, 2), [row("call_1", 4)]),
    status: { turn: "running" },
  },
};

describe("a frame", () => {
  it("of 20x5", () => {
    expect(frame(view, 20, 5)).toEqual({
      rows: ["│ buy bread", "", "Buy milk and bread.", "ready", "> and eggs?"],
      cursor: { row: 4, left: "> and eggs?" },
      height: 3,
    });
  });

  it("of 40x10", () => {
    expect(frame(view, 40, 10)).toEqual({
      rows: [
        "Let me look.",
        "",
        '✓ run_command {"command":"cat list.txt"}',
        "    exit code 0 · 1.2 s",
        "│ buy milk",
        "│ buy bread",
        "",
        "Buy milk and bread.",
        "ready",
        "> and eggs?",
      ],
      cursor: { row: 9, left: "> and eggs?" },
      height: 8,
    });
  });

  it("of 80x24", () => {
    expect(frame(view, 80, 24)).toEqual({
      rows: [
        "",
        "you> What is on the list?",
        "",
        "Let me look.",
        "",
        '✓ run_command {"command":"cat list.txt"}  exit code 0 · 1.2 s',
        "│ buy milk",
        "│ buy bread",
        "",
        "Buy milk and bread.",
        ...Array(12).fill(""),
        "── ready ──────────────────────────────────────── PgUp scrolls · Ctrl+C quits ──",
        "> and eggs?",
      ],
      cursor: { row: 23, left: "> and eggs?" },
      height: 22,
    });
  });

  it("gives what is typed a third of the rows, and no more", () => {
    const typing = insertText(emptyTyping, "one\ntwo\nthree\nfour\nfive");
    expect(frame({ ...view, typing }, 20, 9)).toEqual({
      rows: [
        "  1.2 s",
        "│ buy milk",
        "│ buy bread",
        "",
        "Buy milk and bread.",
        "ready",
        "  three",
        "  four",
        "  five",
      ],
      cursor: { row: 8, left: "  five" },
      height: 5,
    });
  });

  it("is told to be too small, in as many letters as there is room for", () => {
    expect(frame(view, 1, 1)).toEqual(tooSmall(["T"]));
    expect(frame(view, 3, 2)).toEqual(tooSmall(["Too", ""]));
    expect(frame(view, 11, 3)).toEqual(tooSmall(["Too small.", "", ""]));
    expect(frame(view, 80, 2)).toEqual(tooSmall(["Too small.", ""]));
    expect(frame(view, 12, 3)).toEqual({
      rows: ["bread.", "ready", "> and eggs?"],
      cursor: { row: 2, left: "> and eggs?" },
      height: 1,
    });
  });

  it("begins empty", () => {
    expect(frame({ state: fold([]), typing: emptyTyping }, 80, 4)).toEqual({
      rows: [
        "",
        "",
        "── ready ──────────────────────────────────────── PgUp scrolls · Ctrl+C quits ──",
        "> ",
      ],
      cursor: { row: 3, left: "> " },
      height: 2,
    });
  });
});

describe("the status line", () => {
  const status = (of: View, columns: number) =>
    layOut(of, { columns, rows: 10 }, itemLines(plainAnswer)(columns)).rows.at(-2);
  const { transcript } = view.state;
  const gaze = { transcript, up: 3, seen: transcript };
  const older = { ...gaze, seen: running.state.transcript };

  it("says what the program does", () => {
    expect(status(running, 80)).toBe(
      `\x1b[90m──\x1b[39m \x1b[1mworking\x1b[22m \x1b[90m${"─".repeat(38)}\x1b[39m \x1b[90mPgUp scrolls · Ctrl+C quits\x1b[39m \x1b[90m──\x1b[39m`,
    );
    expect(plain([status(view, 80) ?? ""])).toEqual([
      `── ready ${"─".repeat(40)} PgUp scrolls · Ctrl+C quits ──`,
    ]);
  });

  it("says to whoever has scrolled up how to come back, and when there is something new", () => {
    expect(plain([status({ ...view, gaze }, 40) ?? ""])).toEqual([
      "── ready ───────────── Esc to the end ──",
    ]);
    expect(status({ ...view, gaze: older }, 40)).toBe(
      `\x1b[90m──\x1b[39m \x1b[1mready\x1b[22m \x1b[90m${"─".repeat(12)}\x1b[39m \x1b[33mnews below: Esc\x1b[39m \x1b[90m──\x1b[39m`,
    );
  });

  it("keeps what matters most where there is little room", () => {
    const small = [view, running, { ...view, gaze }, { ...view, gaze: older }];
    expect(plain(small.map((each) => status(each, 20) ?? ""))).toEqual([
      "ready",
      "working",
      "Esc to the end",
      "news below: Esc",
    ]);
    expect(plain(small.map((each) => status(each, 12) ?? ""))).toEqual([
      "ready",
      "working",
      "Esc to the e",
      "news below: ",
    ]);
  });
});

describe("whoever has scrolled up", () => {
  it("sees the same rows, whatever comes in", () => {
    const { transcript } = running.state;
    const before = { ...running, gaze: { transcript, up: 2, seen: transcript } };
    const after = { ...before, state: view.state };
    const rows = ["", "you> What is on the list?", "", "Let me look."];
    expect(frame(before, 80, 6).rows.slice(0, 4)).toEqual(rows);
    expect(frame(after, 80, 6).rows.slice(0, 4)).toEqual(rows);
    expect(frame({ ...after, gaze: undefined }, 80, 6).rows.slice(0, 4)).toEqual([
      "│ buy milk",
      "│ buy bread",
      "",
      "Buy milk and bread.",
    ]);
  });
});

describe("any frame", () => {
  const text = hostileText;
  const typeable = text.map((each) => each.replace(/[^\P{Cc}\n\t]|[\u2028\u2029]/gu, ""));
  const item: fc.Arbitrary<Item> = fc.oneof(
    fc.record({ kind: fc.constantFrom("user", "assistant", "error"), text }),
    fc
      .record({ name: text, args: text, output: text, error: fc.option(text, { nil: undefined }) })
      .map((texts) => ({ ...row("c", 1, { status: "failed" }), ...texts })),
  );
  const size = fc.record({
    columns: fc.integer({ min: 1, max: 200 }),
    rows: fc.integer({ min: 1, max: 60 }),
  });
  const anyView = fc
    .record({
      settled: fc.array(item, { maxLength: 4 }),
      open: fc.array(item, { maxLength: 2 }),
      before: typeable,
      after: typeable,
      up: fc.option(fc.nat(20)),
    })
    .map(({ settled, open, before, after, up }): View => {
      const transcript = transcriptOf(settled, open);
      return {
        state: { transcript, status: { turn: "running" } },
        typing: { ...emptyTyping, before, after },
        ...(up !== null && { gaze: { transcript, up, seen: transcript } }),
      };
    });

  it("fills the window and no more, whatever is in it", () => {
    fc.assert(
      fc.property(anyView, size, (of, { columns, rows }) => {
        const drawn = layOut(of, { columns, rows }, itemLines(plainAnswer)(columns));
        expect(drawn.rows).toHaveLength(rows);
        expect(drawn.rows.filter((each) => stringWidth(each) > columns)).toEqual([]);
        expect(withoutColors(drawn.rows).join("")).not.toMatch(/[\p{Cc}\p{Cs}]/u);
        expect(drawn.cursor.row >= 0 && drawn.cursor.row < rows).toBe(true);
        expect(stringWidth(drawn.cursor.left)).toBeLessThan(columns);
        expect(drawn.height >= 1 && drawn.height <= rows).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

/** Without the colours. */
function frame(of: View, columns: number, rows: number): Frame {
  const size: Size = { columns, rows };
  const drawn = layOut(of, size, itemLines(plainAnswer)(columns));
  const cursor = { ...drawn.cursor, left: plain([drawn.cursor.left]).join() };
  return { ...drawn, rows: plain(drawn.rows), cursor };
}

function tooSmall(rows: string[]): Frame {
  return { rows, cursor: { row: 0, left: "" }, height: 1 };
}
