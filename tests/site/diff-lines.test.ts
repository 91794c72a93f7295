import { describe, expect, it } from "vitest";
import { compareLines } from "../../shared/course/diff/compare-lines.ts";
import { cutHunks } from "../../shared/course/diff/cut-hunks.ts";
import { markWords } from "../../shared/course/diff/mark-words.ts";
import { splitLines } from "../../shared/course/diff/split-lines.ts";
import type { Line } from "../../walkthrough/site/diff/diff-data.ts";
import { drawColumn, drawHunk, rowsOf } from "../../walkthrough/site/diff/draw-lines.ts";
import { paintLine, readColors } from "../../walkthrough/site/diff/line-colors.ts";
import { html } from "../../walkthrough/site/html.ts";

describe("the colours of a line", () => {
  it("are read from a highlighted line, and painted as they were", () => {
    const looks: string[] = [];
    const highlighted =
      '<span class="k">const</span> a = <span class="s">&#34;&#60;b&#62;&#34;</span>;';
    const [text, colors] = readColors(highlighted, looks);
    expect([text, colors, looks]).toEqual(['const a = "<b>";', "5a5_5b", ["k", "s"]]);
    expect(html`${paintLine({ text }, colors, looks)}`.html).toBe(highlighted);
  });

  it("go on inside of a mark, which goes over several of them", () => {
    const line = {
      text: "let a = 1;",
      marks: [[2, 5] as [number, number], [8, 9] as [number, number]],
    };
    expect(html`${paintLine(line, "3a5_1b", ["k", "n"])}`.html).toBe(
      '<span class="k">le</span><mark><span class="k">t</span> a</mark> = <mark><span class="n">1</span></mark>;',
    );
  });

  it("are none where nothing is known of them, and what a file says stays text", () => {
    const text = "<script>\u001b[31m & \u{1f600}";
    expect(html`${paintLine({ text }, "", [])}`.html).toBe(
      "&#60;script&#62;&#60;U+001B&#62;[31m &#38; \u{1f600}",
    );
  });
});

describe("the rows of two columns", () => {
  it("put what became what side by side, and the rest above and below", () => {
    const lines = diff(
      ["top;", "const first = read(path);", "gone;", "end;"],
      ["top;", "// why", "const first = read(path, options);", "end;"],
    );
    expect(lines.map(({ kind, text }, index) => [rowsOf(lines)[index], kind, text])).toEqual([
      [1, "same", "top;"],
      [3, "removed", "const first = read(path);"],
      [4, "removed", "gone;"],
      [2, "added", "// why"],
      [3, "added", "const first = read(path, options);"],
      [5, "same", "end;"],
    ]);
  });

  it("count on behind lines that only one side has", () => {
    const lines = diff(["a;", "b;", "c;"], ["a;", "x1;", "x2;", "b;"]);
    expect(lines.map(({ text }, index) => `${rowsOf(lines)[index]} ${text}`)).toEqual([
      "1 a;",
      "2 x1;",
      "3 x2;",
      "4 b;",
      "5 c;",
    ]);
  });
});

describe("a hunk", () => {
  const before = ["function f() {", ...numbered(12), "  return <b>;", "}"];
  const after = ["function f() {", ...numbered(12), "  return <i>;", "}"];
  const [hunk] = cutHunks(diff(before, after));
  const looks = ["k"];
  const painted = { old: before.map(plain), now: after.map(plain), looks };
  const drawn = hunk ? drawHunk(hunk, painted).html : "";

  it("says where it is, and in what", () => {
    expect(drawn).toContain("<span>11–15 → 11–15</span> <code>function f() {</code>");
  });

  it("has its lines in the order of one column, the left ones of two unheard", () => {
    const lines = [...drawn.matchAll(/<(\w+) class="(line|line twin)"([^>]*)>/g)].map(
      ([, element, name, rest]) => [element, name, /aria-hidden/.test(rest ?? "")],
    );
    const both = [
      ["span", "line twin", true],
      ["span", "line", false],
    ];
    expect(lines).toEqual([
      ...[...both, ...both, ...both],
      ["del", "line", false],
      ["ins", "line", false],
      ...both,
    ]);
  });

  it("carries numbers, rows and depth, and no sign in its text", () => {
    expect(drawn).toContain(
      '<del class="line" data-n="14" style="--row:4;--in:2">  return &#60;<mark>b</mark>&#62;;</del>',
    );
    expect(drawn).toContain(
      '<ins class="line" data-n="14" style="--row:4;--in:2">  return &#60;<mark>i</mark>&#62;;</ins>',
    );
  });

  it("of one side is a column, its empty lines as high as others", () => {
    const painted = { old: [], now: [plain("a"), plain("")], looks };
    const lines = diff([], ["a", ""]);
    expect(drawColumn(lines, painted).html).toBe(
      '<div class="lines"><ins class="line" data-n="1">a</ins><ins class="line" data-n="2"><br></ins></div>',
    );
  });

  it("says when a file does not end its last line", () => {
    const lines = compareLines([], splitLines("a"));
    const painted = { old: [], now: [plain("a")], looks };
    expect(drawColumn(lines, painted).html).toContain(
      ">a<small>the file ends without a line end</small></ins>",
    );
  });
});

function diff(before: string[], after: string[]) {
  const text = (lines: string[]) => splitLines(lines.map((line) => `${line}\n`).join(""));
  return markWords(compareLines(text(before), text(after)));
}

function plain(text: string): Line {
  return [text, ""];
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_each, index) => `  step(${index});`);
}
