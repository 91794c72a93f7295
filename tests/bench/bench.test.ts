import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chapters } from "../../shared/course/chapters.ts";
import { deep } from "../support/deep.ts";
import { knownChapters } from "../support/known-chapters.ts";
import { root, runNode } from "../support/run-one-turn.ts";
import { drawTable, type Row } from "./draw-table.ts";
import type { Measure } from "./measures.ts";
import { readOptions } from "./read-options.ts";
import { sessionEvents } from "./session-events.ts";
import { median, medianRatio } from "./statistics.ts";
import { takeMeasures } from "./take-measures.ts";
import { openWorkbench } from "./workbench.ts";

const runBench = (...args: string[]) => runNode([join(root, "tests/bench/bench.cjs"), ...args]);

describe("the numbers", () => {
  it("have a median, by value and not by letter", () => {
    expect([median([10, 9, 100]), median([4, 1, 3, 2]), median([])]).toEqual([10, 2.5, Number.NaN]);
  });

  it("are divided in pairs, so that a slow moment counts for both or is left out", () => {
    expect(medianRatio([2, 20, 900], [1, 10, 1])).toBe(2);
  });

  it("make no ratio where one is missing or nothing", () => {
    expect(() => medianRatio([1, 2], [1])).toThrow("2 numbers have no ratio to 1.");
    expect(() => medianRatio([1], [0])).toThrow("1 against 0 is no ratio.");
    expect(() => medianRatio([], [])).toThrow("is no ratio.");
  });
});

describe("the table", () => {
  it("says of each value whether it is within its target", () => {
    const within: Row = {
      subject: "04 reducer",
      what: "many turns",
      value: 1.2,
      unit: "x",
      target: 1.2,
    };
    const over: Row = {
      subject: "07 sessions",
      what: "memory",
      value: 401.4,
      unit: " MB",
      target: 400,
    };
    const free: Row = { subject: "14 approvals", what: "tool: 1 B, then 2 B", value: 1, unit: "x" };
    expect(drawTable([within, over, free]).split("\n")).toEqual([
      "  04 reducer        many turns                          1.20x    <= 1.2x  ok",
      "  07 sessions       memory                             401 MB  <= 400 MB  over",
      "  14 approvals      tool: 1 B, then 2 B                 1.00x             -",
    ]);
  });

  it("says so when there is nothing to measure", () => {
    expect(drawTable([])).toBe("  none of these chapters has that");
  });
});

describe("the options", () => {
  it("choose a measure and a chapter", () => {
    const chosen = readOptions(["--only", "frame", "--chapter", "5"]);
    expect(chosen.wanted.map(({ name }) => name)).toEqual(["frame"]);
    expect(chosen.chapters.map(({ number }) => number)).toEqual([5]);
    expect(readOptions([]).wanted.map(({ name }) => name)).toEqual([
      "turn",
      "reducer",
      "frame",
      "resume",
      "bytes",
    ]);
    expect(readOptions([]).chapters).toEqual(chapters);
  });

  it.each([
    [["--fast"], 'Unknown "--fast". Use --only NAME or --chapter NN.'],
    [["--only"], "--only needs a NAME."],
    [["--chapter"], "--chapter needs a number NN."],
    [["--only", "fly"], 'No measure "fly". Use one of: turn, reducer, frame, resume, bytes.'],
    [["--chapter", "99"], `No chapter "99". Use one of: ${knownChapters}.`],
  ])("are refused in a line: %s", (args, line) => {
    expect(() => readOptions(args)).toThrow(line);
  });
});

describe("the events of a made-up session", () => {
  it("are those that a chapter knows, numbered, in turns or in one", () => {
    const lines = (...args: Parameters<typeof sessionEvents>) =>
      sessionEvents(...args).map(({ sequence, turnId, type }) => `${sequence} ${turnId} ${type}`);
    expect(lines(10, "many turns", 4)).toEqual([
      "1 turn_0 turn.started",
      "2 turn_0 user.message",
      "3 turn_0 tool.started",
      "4 turn_0 tool.progress",
      "5 turn_0 tool.progress",
      "6 turn_0 tool.finished",
      "7 turn_0 assistant.message",
      "8 turn_0 turn.completed",
      "9 turn_1 turn.started",
      "10 turn_1 user.message",
    ]);
    expect(lines(9, "one long turn", 4)).toEqual([
      "1 turn_0 turn.started",
      "2 turn_0 user.message",
      "3 turn_0 tool.started",
      "4 turn_0 tool.progress",
      "5 turn_0 tool.progress",
      "6 turn_0 tool.finished",
      "7 turn_0 assistant.message",
      "8 turn_0 tool.started",
      "9 turn_0 tool.progress",
    ]);
  });
});

it("goes on after a measure that could not be taken, and says which", async () => {
  const broken: Measure = {
    name: "broken",
    shows: "nothing",
    take: () => Promise.reject(new Error("No server.")),
  };
  const row: Row = { subject: "01 bare-loop", what: "", value: 9, unit: "x", target: 1 };
  const whole: Measure = { name: "whole", shows: "a number", take: async () => [row] };
  const said: string[] = [];
  const output = {
    print: (line: string) => said.push(line),
    complain: (line: string) => said.push(`! ${line}`),
  };
  const bench = await openWorkbench(chapters);
  expect(await takeMeasures([broken, whole], bench, output)).toBe(false);
  expect(await takeMeasures([whole], bench, output)).toBe(true);
  await bench.close();
  expect(said).toEqual([
    "broken: nothing",
    "! one-turn: broken could not be measured: No server.",
    "whole: a number",
    `${drawTable([row])}\n`,
    "whole: a number",
    `${drawTable([row])}\n`,
  ]);
});

describe("npm run bench", () => {
  // its million events take seconds
  it.runIf(deep)("prints the table of one measure and one chapter", async () => {
    const { code, stdout, stderr } = await runBench("--only", "reducer", "--chapter", "04");
    const shown = stdout.replace(/ +\d+\.\d\dx/g, " N").replace(/(ok|over)$/gm, "verdict");
    expect({ code, shown, stderr }).toEqual({
      code: 0,
      shown: `reducer: CPU per event among 100,000 events, against 1,000
  04 reducer        many turns N    <= 1.2x  verdict
  04 reducer        one long turn N    <= 1.2x  verdict

`,
      stderr: "",
    });
  });

  it("counts what the server gets of a conversation", async () => {
    expect(await runBench("--only", "bytes", "--chapter", "01")).toEqual({
      code: 0,
      stdout: `bytes: what turn 10 sends more than turn 1, against a bare openai script
  01 bare-loop      text: 117 B, then 2,007 B           1.00x             -

`,
      stderr: "",
    });
  });

  it("refuses a bad option in a line", async () => {
    expect(await runBench("--only", "fly")).toEqual({
      code: 1,
      stdout: "",
      stderr: 'one-turn: No measure "fly". Use one of: turn, reducer, frame, resume, bytes.\n',
    });
  });
});
