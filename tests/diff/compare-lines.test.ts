import { describe, expect, it } from "vitest";
import type { DiffLine } from "../../shared/course/diff/chapter-diff.ts";
import { compareLines } from "../../shared/course/diff/compare-lines.ts";
import { settleRuns } from "../../shared/course/diff/settle-runs.ts";
import { splitLines } from "../../shared/course/diff/split-lines.ts";

describe("two texts", () => {
  it("share what stayed, and show what went before what came", () => {
    expect(compare("a\nb\nc\n", "a\nx\ny\nc\n")).toEqual([" a", "-b", "+x", "+y", " c"]);
  });

  it("are all new or all gone when the other is empty", () => {
    expect(compare("", "a\nb\n")).toEqual(["+a", "+b"]);
    expect(compare("a\nb\n", "")).toEqual(["-a", "-b"]);
    expect(compare("", "")).toEqual([]);
  });

  it("CRS-06 do not differ by their line ends", () => {
    expect(compare("a\r\nb\r\n", "a\nb\n")).toEqual([" a", " b"]);
    expect(compare("a\nb\n", "a\r\nx\r\n")).toEqual([" a", "-b", "+x"]);
  });

  it("differ in a last line that only one of them ends", () => {
    expect(compareLines(splitLines("a\nb"), splitLines("a\nb\n"))).toEqual([
      { kind: "same", text: "a" },
      { kind: "removed", text: "b", noNewline: true },
      { kind: "added", text: "b" },
    ]);
    expect(compare("a\nb", "a\nb")).toEqual([" a", " b (no line end)"]);
  });
});

describe("a run of changed lines is cut where a reader would cut", () => {
  it("from the comment of a new function to its brace", () => {
    const before = "function a() {\n  return 1;\n}\n\nfunction c() {\n  return 3;\n}\n";
    const after = before.replace("\n\n", "\n\n/** b */\nfunction b() {\n  return 2;\n}\n\n");
    expect(compare(before, after).slice(3, 10)).toEqual([
      " ",
      "+/** b */",
      "+function b() {",
      "+  return 2;",
      "+}",
      "+",
      " function c() {",
    ]);
  });

  it("from the blank line above a function that comes last", () => {
    const before = "function a() {\n  return 1;\n}\n";
    expect(compare(before, `${before}\nfunction b() {\n  return 1;\n}\n`)).toEqual([
      " function a() {",
      "   return 1;",
      " }",
      "+",
      "+function b() {",
      "+  return 1;",
      "+}",
    ]);
  });

  it("and as far down as it gets, but never into another run", () => {
    const lines = (...rows: string[]) => rows.map(read);
    expect(settleRuns(lines("+a", " a", " b")).map(show)).toEqual([" a", "+a", " b"]);
    expect(settleRuns(lines("+a", " a", "-b")).map(show)).toEqual(["+a", " a", "-b"]);
    expect(settleRuns(lines("-b", " a", "+a")).map(show)).toEqual(["-b", " a", "+a"]);
  });
});

function compare(before: string, after: string): string[] {
  return compareLines(splitLines(before), splitLines(after)).map(show);
}

function show({ kind, text, noNewline }: DiffLine): string {
  const sign = { same: " ", added: "+", removed: "-" }[kind];
  return `${sign}${text}${noNewline ? " (no line end)" : ""}`;
}

function read(row: string): DiffLine {
  const kind = row.startsWith("+") ? "added" : row.startsWith("-") ? "removed" : "same";
  return { kind, text: row.slice(1) };
}
