import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import {
  alarms,
  type LadderChapter,
  ladderStats,
  readLadder,
  unexplained,
} from "../../shared/course/diff/ladder-stats.ts";
import { makeFolder } from "./course.ts";
import { gitNumstat } from "./git.ts";

const root = resolve(import.meta.dirname, "../..");

describe("the sizes of the ladder", () => {
  it("are lines of code: no blank lines, no comments; what is work in itself is added but not counted", () => {
    const first = {
      "main.ts": "// a\none();\n\n/**\n * b\n */\n  two();\n",
      "notes.md": "# a\n\n",
    };
    const second = {
      "main.ts": "// c\none();\nthree();\n",
      "agent.ts": "a();\nb();\n",
      "tools/read.ts": "r();\n",
      "tui/screen.ts": "s();\n",
      "chat-wire.ts": "w();\n",
      "my-chat-wire.ts": "m();\n",
      "notes.md": "# a\n\n",
    };
    expect(ladderStats([chapter("01-a", first), chapter("02-b", second, "It had to.")])).toEqual({
      first: { folder: "01-a", files: 2, lines: 4 },
      steps: [
        {
          folder: "02-b",
          added: 7,
          removed: 1,
          counted: 4,
          new: 5,
          changed: 1,
          gone: 0,
          same: 1,
          excess: "It had to.",
        },
      ],
      files: [
        { folder: "01-a", path: "main.ts", lines: 2 },
        { folder: "01-a", path: "notes.md", lines: 2 },
        { folder: "02-b", path: "main.ts", lines: 2, excess: "It had to." },
        { folder: "02-b", path: "agent.ts", lines: 2, excess: "It had to." },
        { folder: "02-b", path: "tools/read.ts", lines: 1, excess: "It had to." },
        { folder: "02-b", path: "tui/screen.ts", lines: 1, excess: "It had to." },
        { folder: "02-b", path: "chat-wire.ts", lines: 1, excess: "It had to." },
        { folder: "02-b", path: "my-chat-wire.ts", lines: 1, excess: "It had to." },
      ],
    });
  });

  it("are counted as git counts the code of the real chapters", () => {
    const ladder = readLadder(root);
    const folder = makeFolder();
    for (const { folder: name, files } of ladder) {
      for (const [path, text] of files) {
        const code = text.split("\n").filter((line) => !/^\s*($|\/\/|\/?\*)/.test(line));
        mkdirSync(dirname(join(folder, name, path)), { recursive: true });
        writeFileSync(join(folder, name, path), code.map((line) => `${line}\n`).join(""));
      }
    }
    const byGit = ladder.slice(1).map(({ folder: name }, index) => {
      const before = join(folder, ladder[index]?.folder ?? "");
      const rows = Object.values(gitNumstat(before, join(folder, name)));
      const sum = (column: 0 | 1) =>
        rows.reduce((all, row) => all + Number(row.split("\t")[column]), 0);
      return { folder: name, added: sum(0), removed: sum(1) };
    });
    const { steps } = ladderStats(ladder);
    expect(steps.map(({ folder, added, removed }) => ({ folder, added, removed }))).toEqual(byGit);
  });

  it("of no chapter and of one are no step", () => {
    expect(ladderStats([])).toEqual({ steps: [], files: [] });
    expect(ladderStats([chapter("01-a", {})])).toEqual({
      first: { folder: "01-a", files: 0, lines: 0 },
      steps: [],
      files: [],
    });
  });
});

describe("the alarms of the ladder", () => {
  const lines = (count: number, word = "line") =>
    Array.from({ length: count }, (_each, index) => `${word}${index}();\n`).join("");

  it("are all quiet at the limits", () => {
    const ladder = [
      chapter("01-a", { "main.ts": lines(50), "agent.ts": lines(20), "openai.ts": "" }),
      chapter("02-b", {
        "main.ts": lines(50),
        "agent.ts": lines(20).replace("line0", "other"),
        "openai.ts": "",
        "more.ts": lines(129, "b"),
        "tools/big.ts": lines(165, "c"),
      }),
    ];
    const found = alarms(ladderStats(ladder));
    expect(found.map(({ value, limit }) => [Number(value.toFixed(4)), limit])).toEqual([
      [Number((1 / 295).toFixed(4)), 0.06],
      [130, 130],
      [130, 300],
      [165, 165],
      [3, 3],
      [70, 70],
    ]);
    expect(found.flatMap(({ over }) => over)).toEqual([]);
  });

  it("name what is over, each with its reason, and what has none", () => {
    const ladder = [
      chapter("01-a", { "1.ts": lines(71), "2.ts": "", "3.ts": "", "4.ts": "" }),
      chapter("02-b", { "1.ts": lines(301, "b"), "2.ts": "", "3.ts": "", "4.ts": "" }, "A reason."),
    ];
    const found = alarms(ladderStats(ladder));
    const reason = "A reason.";
    expect(found.map(({ budget, over }) => ({ budget, over }))).toEqual([
      {
        budget: "churn (removed / added)",
        over: [{ where: "02-b", value: 71 / 301, reason }],
      },
      { budget: "lines added per step, median", over: [{ where: "02-b", value: 301, reason }] },
      { budget: "lines added per step, most", over: [{ where: "02-b", value: 301, reason }] },
      { budget: "lines of a file, most", over: [{ where: "02-b/1.ts", value: 301, reason }] },
      { budget: "files of the first chapter", over: [{ where: "01-a", value: 4 }] },
      { budget: "lines of the first chapter", over: [{ where: "01-a", value: 71 }] },
    ]);
    expect(found.flatMap(unexplained).map(({ where }) => where)).toEqual(["01-a", "01-a"]);
  });

  it("blame a file on the chapter that made it large, not on those that carry it along", () => {
    const big = { "big.ts": lines(200) };
    const ladder = [chapter("01-a", {}), chapter("02-b", big, "Large."), chapter("03-c", big)];
    expect(alarms(ladderStats(ladder))[3]?.over).toEqual([
      { where: "02-b/big.ts", value: 200, reason: "Large." },
    ]);
  });

  it("of the whole ladder are raised by the whole, and name the steps that raise them", () => {
    const medianOf = (counts: number[]) => {
      const [, median] = alarms(ladderStats(growing(counts)));
      return [median?.value, median?.over.map(({ where }) => where)];
    };
    expect(medianOf([20, 140, 10, 150, 160])).toEqual([140, ["03-x", "05-x", "06-x"]]);
    expect(medianOf([130, 140, 150])).toEqual([140, ["03-x", "04-x"]]);
    expect(medianOf([20, 140, 10, 150])).toEqual([80, []]);
    expect(medianOf([20, 130, 150])).toEqual([130, []]);
  });

  /** A ladder whose steps add so many lines each. */
  function growing(counts: number[]): LadderChapter[] {
    const files: Record<string, string> = {};
    const steps = counts.map((count, index) => {
      files[`${index}.ts`] = lines(count, "n");
      return chapter(`0${index + 2}-x`, { ...files });
    });
    return [chapter("01-a", {}), ...steps];
  }
});

function chapter(folder: string, files: Record<string, string>, excess?: string): LadderChapter {
  return { folder, files: new Map(Object.entries(files)), ...(excess && { excess }) };
}
