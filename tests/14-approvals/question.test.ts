import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderQuestion } from "../../chapters/14-approvals/render-question.ts";
import { renderItem, renderState } from "../../chapters/14-approvals/render-state.ts";
import {
  emptyState,
  reduceSessionEvent,
} from "../../chapters/14-approvals/state/reduce-session-event.ts";
import { appendDraft } from "../../chapters/14-approvals/state/transcript-items.ts";
import type {
  QuestionItem,
  ToolRow,
  TuiState,
} from "../../chapters/14-approvals/state/tui-state.ts";
import { cachedLines, itemLines, plainAnswer } from "../../chapters/14-approvals/tui/item-lines.ts";
import { layOut, type Size } from "../../chapters/14-approvals/tui/lay-out.ts";
import { type Gaze, scroll } from "../../chapters/14-approvals/tui/scroll.ts";
import { emptyTyping } from "../../chapters/14-approvals/tui/typing.ts";
import { newestLines } from "../../chapters/14-approvals/tui/viewport.ts";
import { visible } from "../../chapters/14-approvals/visible-text.ts";
import type { SessionEventBody } from "../../shared/events.ts";
import { makeWorkspace } from "../02-tools/make-workspace.ts";
import { numbered } from "../04-reducer/events.ts";
import { hostileText, plain } from "../05-tui/support.ts";
import { sized } from "../support/deep.ts";
import { changing } from "./changing.ts";

const identity = { callId: "c1", name: "run_command" };

function ask(subject: string, preview = subject): QuestionItem {
  return { kind: "question", ...identity, subject, preview };
}

const last = [
  "     s is for exactly this command or path, until this session is left",
  "(1 line)",
  "y: once   s: session   n REASON: no",
];

describe("APP-04 a question", () => {
  const rows: [what: string, command: string, shown: string][] = [
    ["plain text", "npm test", "npm test"],
    ["300 spaces", `npm test${" ".repeat(300)}; rm -rf x`, `npm test${" ".repeat(300)}; rm -rf x`],
    [
      "100,000 spaces, at once",
      `npm test${" ".repeat(100_000)}; rm -rf x`,
      `npm test${" ".repeat(100_000)}; rm -rf x`,
    ],
    ["5,000 characters", "x".repeat(5000), "x".repeat(5000)],
    ["spaces at the end", "ls  ", "ls··"],
    ["nothing but spaces", "   ", "···"],
    [
      "a text that turns around",
      "rm \u202etxt.a\u202c \u2066b\u2069",
      "rm <U+202E>txt.a<U+202C> <U+2066>b<U+2069>",
    ],
    ["no width", "a\u200bb\u200dc\ufeffd\u00ade", "a<U+200B>b<U+200D>c<U+FEFF>d<U+00AD>e"],
    [
      "fillers and selectors",
      "a\u3164\uffa0\u115f\u034f\ufe0f\u{e0100}b",
      "a<U+3164><U+FFA0><U+115F><U+034F><U+FE0F><U+E0100>b",
    ],
    ["tags", "a\u{e0041}b", "a<U+E0041>b"],
    ["other blanks", "a\u00a0b\u3000c\u2003d\u2800e", "a<U+00A0>b<U+3000>c<U+2003>d<U+2800>e"],
    ["a colour that hides", "a\x1b[8mb", "a<U+001B>[8mb"],
    ["8-bit controls", "a\u009b2Jb\u0085c", "a<U+009B>2Jb<U+0085>c"],
    ["a return to the beginning", "rm -rf x\recho hello", "rm -rf x<U+000D>echo hello"],
    ["a tab, a bell, a NUL, a backspace", "a\tb\x07\0\b", "a→   b<U+0007><U+0000><U+0008>"],
    ["other line ends", "a\u2028b\u2029c\vd", "a<U+2028>b<U+2029>c<U+000B>d"],
    ["half of a character", "a\ud83d", "a<U+D83D>"],
    ["what no one has named", "\ue000\u{10ffff}", "<U+E000><U+10FFFF>"],
    ["what a font draws as nothing", "a\u{1d159}b\u{13441}c", "a<U+1D159>b<U+13441>c"],
    [
      "accents without a letter, and one of another script",
      "\u0301 =\u0338 x\u{16fe4}\u17d2",
      "<U+0301> =<U+0338> x<U+16FE4><U+17D2>",
    ],
    ["what looks like a code", "a<U+200B>b <u+200b>", "a<U+003C>U+200B>b <U+003C>u+200b>"],
    ["what looks like a tab or a space", "a\u2192   b\u00b7", "a<U+2192>   b<U+00B7>"],
    ["marks of blessed", "{bold}a{/bold}", "{bold}a{/bold}"],
    ["wide characters and accents", "日本 e\u0301", "日本 e\u0301"],
  ];

  it.each(rows)("shows all of it, also what can't be seen: %s", (_what, command, shown) => {
    expect(renderQuestion(ask(command))).toEqual([
      ...[`ask> May run_command do this? ${shown}`, `     ${shown}`],
      ...last,
    ]);
  });

  it("can be read back, letter for letter: no text looks like another", () => {
    const lookalike = fc
      .array(fc.constantFrom("<U+200B>", "<u+", "U+", "\u200b", "\u2192", "\t", "\u00b7", " "))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.oneof(hostileText, lookalike), (text) => {
        const line = text.replaceAll("\n", "");
        expect(readBack(visible(line))).toBe(line);
      }),
      { numRuns: sized(500, 20_000) },
    );
  });

  it("has a row for each line, also for forty that are empty", () => {
    const command = `echo ok${"\n".repeat(41)}rm -rf x`;
    expect(renderQuestion(ask(command))).toEqual([
      `ask> May run_command do this? echo ok${"<U+000A>".repeat(41)}rm -rf x`,
      "     echo ok",
      ...new Array(40).fill("     "),
      ...["     rm -rf x", last[0], "(42 lines)", last[2]],
    ]);
  });

  it("of a change shows each of its bytes: line ends, a mark, and a file name that looks like more", async () => {
    const root = makeWorkspace({ f: "one\r\ntwo \r\n\tthree" });
    const { propose } = changing(root);
    const edit = { path: "f", old_text: "two ", new_text: "TWO\nand" };
    const { preview } = await propose("edit_workspace_file", edit);
    expect(renderQuestion(ask("f", preview)).slice(1, -3)).toEqual([
      ...["     --- f", "     +++ f", "     @@ -1,3 +1,4 @@"],
      ...["      one<U+000D>", "     -two <U+000D>", "     +TWO<U+000D>", "     +and<U+000D>"],
      ...["      →   three", "     \\ No newline at end of file", "     "],
    ]);
    const path = "g\n+++ f\n@@ -1 +1 @@\n-x";
    const odd = await propose("write_workspace_file", { path, content: "\ufeffa " });
    expect(renderQuestion(ask(odd.subject, odd.preview)).slice(0, -3)).toEqual([
      "ask> May run_command do this? g<U+000A>+++ f<U+000A>@@ -1 +1 @@<U+000A>-x",
      '     --- "g\\n+++ f\\n@@ -1 +1 @@\\n-x"',
      '     +++ "g\\n+++ f\\n@@ -1 +1 @@\\n-x"',
      ...["     @@ -0,0 +1,1 @@", "     +<U+FEFF>a·", "     \\ No newline at end of file", "     "],
    ]);
  });

  it("of 3,000 lines that change, or have nothing in common, has them all, and is there at once", async () => {
    const lines = (word: string) => Array.from({ length: 3000 }, (_, index) => `${word} ${index}`);
    const root = makeWorkspace({ f: `${lines("old").join("\n")}\n` });
    const { propose } = changing(root);
    const { preview } = await propose("write_workspace_file", {
      ...{ path: "f", content: lines("new").join("\n") },
    });
    expect(preview.split("\n")).toEqual([
      ...["--- f", "+++ f", "@@ -1,3000 +1,3000 @@"],
      ...[...lines("-old"), ...lines("+new"), "\\ No newline at end of file", ""],
    ]);
  });
});

describe("a question of a change in a long file", () => {
  const numbers = (word: string, from: number, end: number) =>
    Array.from({ length: end - from }, (_, index) => `${word} ${from + index}`);
  const [above, old, fresh, below] = [
    numbers("line", 1, 10_001),
    numbers("old", 10_001, 10_502),
    numbers("new", 10_001, 10_502),
    numbers("line", 10_502, 20_001),
  ];
  const signed = (sign: string, lines: string[]) => lines.map((each) => sign + each);
  const changes: [what: string, before: string[], after: string[], shown: string[]][] = [
    [
      "in its middle",
      [...above, ...old, ...below, ""],
      [...above, ...fresh, ...below, ""],
      [
        ...["@@ -9998,507 +9998,507 @@", ...signed(" ", above.slice(-3))],
        ...[...signed("-", old), ...signed("+", fresh), ...signed(" ", below.slice(0, 3))],
      ],
    ],
    [
      "at its beginning",
      [...old, ...below, ""],
      [...fresh, ...below, ""],
      [
        ...["@@ -1,504 +1,504 @@", ...signed("-", old), ...signed("+", fresh)],
        ...signed(" ", below.slice(0, 3)),
      ],
    ],
    [
      "at its end, which it loses",
      [...above, ...old, ...old, ""],
      [...above.slice(0, -1), "line 10000"],
      [
        ...["@@ -9997,1006 +9997,4 @@", ...signed(" ", above.slice(-4, -1)), "-line 10000"],
        ...[...signed("-", old), ...signed("-", old), "+line 10000"],
        "\\ No newline at end of file",
      ],
    ],
  ];

  it.each(changes)(
    "has what changes and three lines around it: %s",
    async (_what, before, after, shown) => {
      const { propose } = changing(makeWorkspace({ f: before.join("\n") }));
      const content = after.join("\n");
      const { preview } = await propose("write_workspace_file", { path: "f", content });
      expect(preview.split("\n")).toEqual(["--- f", "+++ f", ...shown, ""]);
    },
  );
});

const bodies: SessionEventBody[] = [
  { type: "turn.started" },
  { type: "user.message", text: "go" },
  { type: "tool.started", ...identity, args: "{}" },
];

function stateOf(subject: string, preview: string, ...more: SessionEventBody[]): TuiState {
  const asked: SessionEventBody = { type: "approval.requested", ...identity, subject, preview };
  return numbered([...bodies, asked, ...more]).reduce(reduceSessionEvent, emptyState);
}

describe("APP-04 in the window", () => {
  const diffOf = (length: number) =>
    [
      ...["--- f", "+++ f", `@@ -1,${length} +1,${length} @@`],
      ...Array.from(
        { length },
        (_, index) => `${index % 2 ? "-" : "+"}line ${index}\t${"x".repeat(index % 90)}`,
      ),
    ].join("\n");
  const long = `npm test${" ".repeat(300)}; rm -rf x`;
  const previews = {
    "a diff of 100 lines": diffOf(100),
    "300 spaces": long,
    "5,000 characters": "y".repeat(5000),
  };
  const sizes: Size[] = [
    { columns: 80, rows: 24 },
    { columns: 20, rows: 5 },
  ];
  const cases = Object.entries(previews).flatMap(([what, preview]) =>
    sizes.map((size) => ({ what, preview, size, name: `${size.columns}x${size.rows}` })),
  );

  it.each(cases)("can be read to its beginning: $what at $name", ({ preview, size }) => {
    const state = appendDraft(stateOf("f", preview));
    const pages = pagesOf(state, size);
    const keys = size.columns === 20 ? ["y: once   s: session", "   n REASON: no"] : [last[2]];
    const { length } = preview.split("\n");
    const count = length === 1 ? "(1 line)" : `(${length} lines)`;
    expect(pages[0]?.page.slice(-keys.length - 1)).toEqual([count, ...keys]);
    const upwards: string[] = [];
    for (const { up, page } of pages) {
      for (const [at, row] of page.reverse().entries()) upwards[up + at] = row;
    }
    const rows = upwards.reverse();
    expect(rows).toEqual(allRows(state, size));
    expect(joined(rows).endsWith(renderQuestion(ask("f", preview)).join(""))).toBe(true);
  });

  it("of 3,000 lines too, up to its first", () => {
    const diff = diffOf(3000);
    const state = appendDraft(stateOf("f", diff));
    for (const size of sizes) {
      const rows = allRows(state, size);
      expect(joined(rows).endsWith(renderQuestion(ask("f", diff)).join(""))).toBe(true);
      const { transcript } = state;
      const linesOf = cachedLines(itemLines(plainAnswer))(size.columns);
      const height = size.rows - 2;
      const gaze = scroll(undefined, Infinity, { transcript, height, linesOf });
      const frame = layOut({ state, typing: emptyTyping, now: 0, gaze }, size, linesOf);
      expect(plain(frame.rows.slice(0, height))).toEqual(rows.slice(0, height));
    }
  });

  it("can't be forged: a row that goes on from another has a bar before it", () => {
    const forged = `touch x #${" ".repeat(66)}ask> May run_command do this? ls`;
    const rows = plain(itemLines(plainAnswer)(80)(ask("f", forged)));
    expect(rows.filter((row) => row.startsWith("ask>"))).toEqual([
      "ask> May run_command do this? f",
    ]);
    expect(rows[3]).toBe("   │ ask> May run_command do this? ls");
  });

  it("shows a pile of marks by their codes: a terminal may draw them wide", () => {
    const piled = renderQuestion(ask(`a${"\u{1f3fd}".repeat(3)}; b`));
    expect(piled[1]).toBe("     a<U+1F3FD><U+1F3FD><U+1F3FD>; b");
  });

  it("loses nothing at any width, whatever it holds", () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 12, max: 40 }), (text, columns) => {
        const rows = plain(itemLines(plainAnswer)(columns)(ask("f", text)));
        // a mark that stands on a space is drawn on one that does not break
        const drawn = joined(rows).replaceAll("\u00a0", " ");
        const shown = renderQuestion(ask("f", text)).join("");
        expect(drawn.normalize()).toBe(shown.normalize());
      }),
      { numRuns: sized(100, 5000) },
    );
  });
});

describe("a change that was made", () => {
  const diff = "--- f\n+++ f\n@@ -1,1 +1,1 @@\n-one\n+two \u202e\n";
  const row = (details: unknown): ToolRow => ({
    ...{ kind: "tool", callId: "c1", name: "write", args: "{}", sequence: 1 },
    ...{ output: "Changed: f, 8 bytes.", status: "finished", details: details as never },
  });
  const shown = ["--- f", "+++ f", "@@ -1,1 +1,1 @@", "-one", "+two <U+202E>"];

  it("stands in the row of its call, also when nobody was asked", () => {
    expect(renderItem(row({ diff }))).toEqual([
      ...["tool> write {}", "      Changed: f, 8 bytes."],
      ...shown.map((each) => `      ${each}`),
    ]);
    const rows = itemLines(plainAnswer)(80)(row({ diff }));
    expect(plain(rows)).toEqual([
      ...["", "✓ write {}", "│ Changed: f, 8 bytes."],
      ...shown.map((each) => `│ ${each}`),
    ]);
    expect(rows.at(-1)).toContain("\x1b[32m+two");
  });

  it("is folded like what a command prints", () => {
    const many = Array.from({ length: 40 }, (_, index) => `+${index}\n`).join("");
    const lines = renderItem(row({ diff: many }));
    expect([lines.length, lines[12]]).toEqual([2 + 18, "      … 23 more lines …"]);
  });

  it.each([undefined, null, { diff: 7 }, { diff: "" }, "x"])("is none in %j", (details) => {
    expect(renderItem(row(details))).toHaveLength(2);
  });
});

describe("a question in the state", () => {
  const resolved: SessionEventBody = { type: "approval.resolved", ...identity, decision: "once" };
  const ends: SessionEventBody[] = [
    resolved,
    { type: "tool.failed", ...identity, error: "no" },
    { type: "tool.finished", ...identity, output: "" },
    { type: "turn.cancelled", reason: "" },
    { type: "turn.failed", error: "no" },
    { type: "turn.started" },
  ];

  it("is there until it has its answer, or its turn has none to give", () => {
    const asked = stateOf("ls", "ls");
    expect([asked.question, asked.status.turn]).toEqual([ask("ls"), "asking"]);
    for (const end of ends) expect(stateOf("ls", "ls", end).question).toBe(undefined);
    expect(stateOf("ls", "ls", resolved).status.turn).toBe("running");
    const note: SessionEventBody = { type: "notice", text: "Answer with y." };
    expect(stateOf("ls", "ls", note).question).toEqual(ask("ls"));
  });

  it("is none where no turn runs, as in a log of another hand", () => {
    const asked = { type: "approval.requested", ...identity, subject: "ls", preview: "ls" };
    expect(reduceSessionEvent(emptyState, asked as never).question).toBe(undefined);
  });

  it("stands below everything else, and is no part of what stays", () => {
    const note: SessionEventBody = { type: "notice", text: "Answer with y." };
    const state = stateOf("ls", "ls", note);
    expect(renderState(appendDraft(state)).slice(-last.length)).toEqual(last);
    expect(renderState(state)).not.toContain(last[2]);
  });

  it("is taken as it comes, also when it holds no text", () => {
    const odd = { type: "approval.requested", callId: 1, subject: null, preview: {} };
    const running = numbered(bodies).reduce(reduceSessionEvent, emptyState);
    const state = reduceSessionEvent(running, odd as never);
    expect(renderQuestion(state.question as QuestionItem)[0]).toBe("ask> May  do this? ");
  });
});

/** What was shown, without its marks. */
function readBack(shown: string): string {
  return shown
    .replaceAll("\u00b7", " ")
    .replaceAll("\u2192   ", "\t")
    .replace(/<U\+([0-9A-F]+)>/g, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)));
}

/** The text of wrapped rows: what goes on from a row stands behind a bar. */
function joined(rows: string[]): string {
  return rows.map((row) => row.replace(/^ {3}│ /, "")).join("");
}

/** What stands in the window, from its end upwards, as PgUp shows it. */
function pagesOf(state: TuiState, size: Size): { up: number; page: string[] }[] {
  const { transcript } = state;
  const linesOf = cachedLines(itemLines(plainAnswer))(size.columns);
  const pages: { up: number; page: string[] }[] = [];
  let gaze: Gaze | undefined;
  for (;;) {
    const frame = layOut({ state, typing: emptyTyping, now: 0, gaze }, size, linesOf);
    const page = plain(frame.rows.slice(0, frame.height));
    // a window that is not full is empty below
    const end = gaze ? page.length : page.findLastIndex((row) => row !== "") + 1;
    pages.push({ up: gaze?.up ?? 0, page: page.slice(0, end) });
    const next = scroll(gaze, frame.height - 1, { transcript, height: frame.height, linesOf });
    if (next?.up === gaze?.up) return pages;
    gaze = next;
  }
}

function allRows({ transcript }: TuiState, { columns }: Size): string[] {
  const linesOf = itemLines(plainAnswer)(columns);
  return plain(newestLines(transcript, Infinity, linesOf));
}
