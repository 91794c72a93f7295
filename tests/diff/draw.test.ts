import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { diffChapters } from "../../shared/course/diff/diff-chapters.ts";
import { drawCounts, drawDiff, drawNames } from "../../shared/course/diff/draw-diff.ts";
import { chooseLook, type Look } from "../../shared/trace/look.ts";
import { makeCourse, one, three, two } from "./course.ts";

const piped = chooseLook({}, {});
const terminal = chooseLook({ isTTY: true, columns: 80 }, {});

describe("a comparison on paper", () => {
  it("reads from the layer over the events to the files, each under its reason", () => {
    expect(draw(piped)).toEqual([
      "01-hello → 02-tools",
      "",
      "02 tools: greet with a tool",
      "",
      "new events   ▸ tool.started   ✗ tool.failed",
      "files        2 new, 1 changed, 1 unchanged",
      "lines        +59 -1",
      "",
      `shared/events.ts ${"─".repeat(73)} new in 02`,
      "",
      "+// 02 tools: a bow",
      "+",
      "+/** Two edges. */",
      '+export type Tools = { type: "tool.started" } | { type: "tool.failed" };',
      "",
      `tools/bow.ts ${"─".repeat(80)} new +4`,
      "The tool.",
      "",
      "+/** Bows. */",
      "+export function bow(): string {",
      '+  return "(bows) ";',
      "+}",
      "",
      `main.ts ${"─".repeat(78)} changed +2 -1`,
      "The tool is used.",
      "",
      "@@ -1,11 +1,12 @@",
      ' import { name } from "./name.ts";',
      '+import { bow } from "./tools/bow.ts";',
      " ",
      " /** Greets. */",
      " export function greet(): string {",
      '   const start = "Hello";',
      '   const end = "!";',
      '   const space = " ";',
      "-  return start + space + name + end;",
      "+  return bow() + start + space + name + end;",
      " }",
      " ",
      " console.log(greet());",
      "",
      `tools/long.ts ${"─".repeat(71)} new, given +53`,
      "Long, and given.",
      "",
      "+/** How often. */",
      "+export type Times = {",
      "+  times: number;",
      "+};",
      "",
      "+/** Bows more often. */",
      "+export function bowOften(",
      "+  { times }: Times,",
      "+): string {",
      "",
      "… 45 more lines: npx one-turn diff 01 02 --file tools/long.ts",
      "",
      "1 file is the same in both. --names names it.",
    ]);
  });

  it("shows long files that are given whole when asked", () => {
    const rows = drawDiff(diffChapters(makeCourse(), one, two), piped, { full: true });
    expect(rows.filter((row) => row === "+  bow();")).toHaveLength(40);
  });

  it("says backwards what goes, also of the events", () => {
    const rows = drawDiff(diffChapters(makeCourse(), two, one), piped, { full: false });
    expect(rows.slice(0, 19)).toEqual([
      "02-tools → 01-hello",
      "",
      "without 02 tools: greet with a tool",
      "",
      "events gone  ▸ tool.started   ✗ tool.failed",
      "files        1 changed, 2 gone, 1 unchanged",
      "lines        +1 -59",
      "",
      `shared/events.ts ${"─".repeat(70)} gone with 02`,
      "",
      "-// 02 tools: a bow",
      "-",
      "-/** Two edges. */",
      '-export type Tools = { type: "tool.started" } | { type: "tool.failed" };',
      "",
      `tools/bow.ts ${"─".repeat(79)} gone -4`,
      "The tool.",
      "",
      "-/** Bows. */",
    ]);
    expect(rows.at(-3)).toBe("… 45 more lines: npx one-turn diff 02 01 --file tools/long.ts");
  });

  it("gives each reason its chapter when there are several layers, and says when no event is new", () => {
    const across = drawDiff(diffChapters(makeCourse(), one, three), piped, { full: false });
    const title = across.findIndex((row) => row.startsWith("main.ts "));
    expect(across.slice(title + 1, title + 4)).toEqual([
      "02  The tool is used.",
      "03  Everyone is greeted.",
      "",
    ]);
    const next = drawDiff(diffChapters(makeCourse(), two, three), piped, { full: false });
    expect(next.slice(2, 9)).toEqual([
      "03 names: greet everyone",
      "",
      "new events   none",
      "files        1 changed, 3 unchanged",
      "lines        +1 -1",
      "",
      `main.ts ${"─".repeat(78)} changed +1 -1`,
    ]);
  });

  it("says of a chapter and itself that they are the same, whatever is asked", () => {
    const diff = diffChapters(makeCourse(), two, two);
    const same = ["02-tools is compared with itself: 4 files, all the same."];
    expect(drawDiff(diff, piped, { full: false })).toEqual(same);
    expect(drawCounts(diff, piped)).toEqual(same);
  });

  it("tells what has no reason, no text, no lines, no last line end, and no harmless characters", () => {
    const course = makeCourse({
      "chapters/02-tools/a.txt": "one\u001b[31m\ttwo\u009b",
      "chapters/02-tools/b.bin": Uint8Array.of(0, 1),
      "chapters/02-tools/c.ts": "",
    });
    const rows = drawDiff(diffChapters(course, one, two), piped, { full: false });
    expect(
      rows.slice(
        rows.findIndex((row) => row.startsWith("a.txt ")),
        -2,
      ),
    ).toEqual([
      `a.txt ${"─".repeat(87)} new +1`,
      "Not in the manifest.",
      "",
      "+one<U+001B>[31m\ttwo<U+009B>",
      "\\ the file ends without a line end",
      "",
      `b.bin ${"─".repeat(90)} new`,
      "Not in the manifest.",
      "",
      "No text: its bytes are not shown.",
      "",
      `c.ts ${"─".repeat(91)} new`,
      "Not in the manifest.",
      "",
      "An empty file.",
    ]);
  });
});

describe("a comparison on a terminal", () => {
  it("is the same text with colours", () => {
    expect(draw(terminal).map(stripVTControlCharacters)).toEqual(
      draw({ ...piped, width: 80, wrap: true }),
    );
  });

  it("has green and red, the event's own colour, and words that differ inverted", () => {
    const rows = draw(terminal).map((row) => row.replaceAll("\u001b[", "^"));
    expect(rows.filter((row) => row.includes("return") && row.includes("name +"))).toEqual([
      "^31m-  return start + space + name + end;^39m",
      "^32m+  return ^7mbow() +^27m start + space + name + end;^39m",
    ]);
    expect(rows[4]).toBe("new events   ^33m▸ tool.started^39m   ^31m✗ tool.failed^39m");
  });

  it("wraps what is too long under itself, and nothing is wider than the screen", () => {
    const long = "const sentence = `A sentence of the chapter that does not fit, ".padEnd(
      110,
      "x ",
    );
    const course = makeCourse({ "chapters/02-tools/wide.ts": `  ${long}\n` });
    const rows = drawDiff(diffChapters(course, one, two), terminal, { full: true });
    const plain = rows.map(stripVTControlCharacters);
    expect(plain.filter((row) => row.length > 80)).toEqual([]);
    const start = plain.findIndex((row) => row.startsWith("+  const sentence"));
    expect(plain.slice(start, start + 2)).toEqual([
      "+  const sentence = `A sentence of the chapter that does not fit, x x x x x",
      "       x x x x x x x x x x x x x x x x x x x",
    ]);
    const narrow = drawDiff(diffChapters(course, one, two), piped, { full: true });
    expect(narrow).toContain(`+  ${long}`);
  });

  it("has no colours when NO_COLOR is set, nowhere to show them, or they were not asked for", () => {
    const colored = (screen: { isTTY?: boolean }, env: NodeJS.ProcessEnv) =>
      chooseLook(screen, env).colors.isColorSupported;
    expect([
      colored({ isTTY: true }, {}),
      colored({ isTTY: true }, { NO_COLOR: "1" }),
      colored({ isTTY: true }, { TERM: "dumb" }),
      colored({}, { CI: "1" }),
      colored({}, { FORCE_COLOR: "1" }),
      colored({}, { FORCE_COLOR: "0" }),
      colored({}, { FORCE_COLOR: "1", NO_COLOR: "1" }),
    ]).toEqual([true, false, false, false, true, false, false]);
  });
});

it("lists names with a letter, and those that are the same", () => {
  expect(drawNames(diffChapters(makeCourse(), one, two), piped)).toEqual([
    "A tools/bow.ts",
    "M main.ts",
    "A tools/long.ts",
    "= name.ts",
  ]);
  expect(drawNames(diffChapters(makeCourse(), two, one), piped)).toEqual([
    "D tools/bow.ts",
    "M main.ts",
    "D tools/long.ts",
    "= name.ts",
  ]);
});

it("counts lines per file, and their sum", () => {
  const course = makeCourse({ "chapters/02-tools/b.bin": Uint8Array.of(0, 1) });
  expect(drawCounts(diffChapters(course, one, two), piped)).toEqual([
    "     +      -  01-hello → 02-tools",
    "     4      0  tools/bow.ts",
    "     2      1  main.ts",
    "    53      0  tools/long.ts",
    "     -      -  b.bin (new, no text)",
    "    59      1  4 files",
  ]);
});

function draw(look: Look): string[] {
  return drawDiff(diffChapters(makeCourse(), one, two), look, { full: false });
}
