import { describe, expect, it } from "vitest";
import { compareLines } from "../../shared/course/diff/compare-lines.ts";
import { cutHunks } from "../../shared/course/diff/cut-hunks.ts";
import { splitLines } from "../../shared/course/diff/split-lines.ts";

const numbered = Array.from({ length: 40 }, (_each, index) => `line${index + 1};`);

describe("a hunk", () => {
  it("has three lines around what changed, and says where it is on both sides", () => {
    const [hunk, ...more] = hunks(numbered, replaced(numbered, 20, ["new;", "newer;"]));
    expect(more).toEqual([]);
    expect(hunk).toEqual({
      oldStart: 18,
      oldLines: 7,
      newStart: 18,
      newLines: 8,
      lines: [
        { kind: "same", text: "line18;" },
        { kind: "same", text: "line19;" },
        { kind: "same", text: "line20;" },
        { kind: "removed", text: "line21;" },
        { kind: "added", text: "new;" },
        { kind: "added", text: "newer;" },
        { kind: "same", text: "line22;" },
        { kind: "same", text: "line23;" },
        { kind: "same", text: "line24;" },
      ],
    });
  });

  it("is one with its neighbour when at most two lines are between their surroundings", () => {
    const near = replaced(replaced(numbered, 10, ["a;"]), 19, ["b;"]);
    const far = replaced(replaced(numbered, 10, ["a;"]), 20, ["b;"]);
    expect(hunks(numbered, near).map(({ oldStart, oldLines }) => [oldStart, oldLines])).toEqual([
      [8, 16],
    ]);
    expect(hunks(numbered, far).map(({ oldStart, oldLines }) => [oldStart, oldLines])).toEqual([
      [8, 7],
      [18, 7],
    ]);
  });

  it("is a whole file when the file is new or gone", () => {
    const [added] = hunks([], numbered);
    const [removed] = hunks(numbered, []);
    expect([added?.oldStart, added?.oldLines, added?.newStart, added?.newLines]).toEqual([
      0, 0, 1, 40,
    ]);
    expect([removed?.oldStart, removed?.oldLines, removed?.newStart]).toEqual([1, 40, 0]);
    expect([added?.lines.length, added?.heading]).toEqual([40, undefined]);
  });
});

describe("the heading of a hunk", () => {
  const body = Array.from({ length: 12 }, (_each, index) => `    step(${index + 1});`);

  it("is the method around it, not the class, the loop or the call", () => {
    const source = [
      "export class Agent {",
      "  first(): void {}",
      "",
      "  async runOneUserTurn(text: string): Promise<string> {",
      "    for (const each of text) {",
      "      call({",
      ...body.map((line) => `    ${line}`),
      "      });",
      "    }",
      "  }",
      "}",
    ];
    expect(headingAt(source, "        step(12);")).toBe(
      "async runOneUserTurn(text: string): Promise<string> {",
    );
  });

  it("is the first line of a declaration that takes several", () => {
    const source = [
      "export async function watch(",
      "  group: Group,",
      "  limits: Limits,",
      "): Promise<string> {",
      "  if (group) {",
      "    stop();",
      "  } else {",
      ...body,
      "  }",
      "}",
    ];
    expect(headingAt(source, "    step(11);")).toBe("export async function watch(");
  });

  it.each([
    ["export type Options = {", "};"],
    ["const options: Options = {", "};"],
    ["export const run = async (): Promise<void> => {", "};"],
    ["interface Options {", "}"],
    ["  private runTurn<Text>(text: Text): Promise<void> {", "  }"],
    ["  #sum(): number {", "  }"],
  ])("can be %s", (opening, closing) => {
    expect(headingAt([opening, ...body, closing], "    step(12);")).toBe(opening.trim());
  });

  it("is found above text that stands at the margin", () => {
    const source = [
      "const agent = new Agent({",
      "  a: 1,",
      "  b: 2,",
      "  c: 3,",
      "  d: 4,",
      "  instructions: `You are an agent.",
      "Answer in a few sentences.",
      "Say what you know.",
      "Say what you guess.",
      "Say so.`,",
      "  last: 1,",
      "});",
    ];
    expect(headingAt(source, "  last: 1,")).toBe("const agent = new Agent({");
  });

  it("is not there at the top level, nor when its line is in the hunk", () => {
    expect(headingAt(numbered, "line20;")).toBe(undefined);
    expect(headingAt(["function a() {", ...body.slice(0, 2), "}"], "    step(2);")).toBe(undefined);
  });

  it("gives way to the line itself when that is near", () => {
    const source = ["// above", "function a() {", ...body.slice(0, 8), "}"];
    const changed = source.map((line) => (line === "    step(8);" ? "    done();" : line));
    const [hunk] = hunks(source, changed);
    expect([hunk?.oldStart, hunk?.heading, hunk?.lines[0]?.text]).toEqual([
      2,
      undefined,
      "function a() {",
    ]);
  });
});

function headingAt(source: string[], line: string): string | undefined {
  const [hunk] = hunks(
    source,
    source.map((each) => (each === line ? `${each} // changed` : each)),
  );
  return hunk?.heading;
}

function hunks(before: string[], after: string[]) {
  const text = (lines: string[]) => lines.map((line) => `${line}\n`).join("");
  return cutHunks(compareLines(splitLines(text(before)), splitLines(text(after))));
}

function replaced(lines: string[], index: number, by: string[]): string[] {
  return [...lines.slice(0, index), ...by, ...lines.slice(index + 1)];
}
