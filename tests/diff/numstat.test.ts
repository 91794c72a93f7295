import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { chapters } from "../../shared/course/chapters.ts";
import { compareLines, countChanges } from "../../shared/course/diff/compare-lines.ts";
import { diffChapters } from "../../shared/course/diff/diff-chapters.ts";
import { splitLines } from "../../shared/course/diff/split-lines.ts";
import { deep, sized } from "../support/deep.ts";
import { runOneTurnAgain } from "../support/run-again.ts";
import { makeCourse, makeFolder, one, two } from "./course.ts";
import { gitNumstat } from "./git.ts";

const root = resolve(import.meta.dirname, "../..");
const pairs = chapters
  .flatMap((from) => chapters.map((to) => ({ from, to })))
  .filter(({ from, to }) => deep || isTelling(from.number, to.number));

describe("lines are counted as git counts them", () => {
  it.each(pairs)("from $from.folder to $to.folder", ({ from, to }) => {
    const diff = diffChapters({ root, chapters }, from, to);
    const counted = diff.files.map(({ path, added, removed }) => [path, `${added}\t${removed}`]);
    const folders = [from, to].map(({ folder }) => join(root, "chapters", folder));
    expect(Object.fromEntries(counted)).toEqual(gitNumstat(folders[0] ?? "", folders[1] ?? ""));
  });

  it("in the table that --stat prints, and in its sum", async () => {
    const { code, stdout } = await runOneTurnAgain(["diff", "01", "02", "--stat"]);
    const rows = stdout
      .trimEnd()
      .split("\n")
      .map((row) => row.trim().split(/\s+/));
    const files = rows.slice(1, -1).map(([added, removed, path]) => [path, `${added}\t${removed}`]);
    const [before, after] = ["01-bare-loop", "02-tools"].map((each) =>
      join(root, "chapters", each),
    );
    const byGit = gitNumstat(before ?? "", after ?? "");
    expect({ code, files: Object.fromEntries(files) }).toEqual({ code: 0, files: byGit });
    const sum = (column: 0 | 1) =>
      Object.values(byGit).reduce((all, row) => all + Number(row.split("\t")[column]), 0);
    expect(rows.at(-1)?.slice(0, 2)).toEqual([String(sum(0)), String(sum(1))]);
  });

  it("also for bytes that are no text", () => {
    const course = makeCourse({
      "chapters/01-hello/picture": Uint8Array.of(1, 0, 2),
      "chapters/02-tools/picture": Uint8Array.of(1, 0, 3),
    });
    const folders = [one, two].map(({ folder }) => join(course.root, "chapters", folder));
    expect(gitNumstat(folders[0] ?? "", folders[1] ?? "").picture).toBe("-\t-");
    const { files } = diffChapters(course, one, two);
    expect(files.find(({ path }) => path === "picture")).toEqual({
      path: "picture",
      status: "changed",
      added: 0,
      removed: 0,
      binary: true,
      hunks: [],
      whys: [],
    });
  });

  it("where frequent lines stand among foreign ones, with and without a last line end", () => {
    const texts = madeUpPairs(sized(150, 1200));
    const folder = makeFolder();
    for (const side of ["a", "b"]) mkdirSync(join(folder, side));
    texts.forEach(([before, after], index) => {
      writeFileSync(join(folder, "a", String(index)), before);
      writeFileSync(join(folder, "b", String(index)), after);
    });
    const byGit = gitNumstat(join(folder, "a"), join(folder, "b"));
    const counted = texts.flatMap(([before, after], index): [string, string][] => {
      const { added, removed } = countChanges(splitLines(before), splitLines(after));
      return added + removed ? [[String(index), `${added}\t${removed}`]] : [];
    });
    expect(counted.length).toBeGreaterThan(texts.length * 0.8);
    expect(Object.fromEntries(counted)).toEqual(byGit);
  });

  it("and no line is lost, doubled or out of order", () => {
    for (const [before, after] of madeUpPairs(sized(150, 1200))) {
      const lines = compareLines(splitLines(before), splitLines(after));
      const join = (without: string) =>
        lines
          .filter(({ kind }) => kind !== without)
          .map(({ text, noNewline }) => text + (noNewline ? "" : "\n"))
          .join("");
      expect([join("added"), join("removed")]).toEqual([before, after]);
    }
  });
});

/** Each step up, the whole ladder, and of a step down and of none the newest. */
function isTelling(from: number, to: number): boolean {
  const newest = chapters.length;
  return to === from + 1 || to - from === newest - 1 || (from === newest && to >= newest - 1);
}

/** Real sources against each other, real sources with pieces of others, and lines drawn from a few. */
function madeUpPairs(count: number): [string, string][] {
  const sources = chapters.flatMap(({ folder, files }) =>
    files
      .filter(({ role }) => role !== "removed")
      .map(({ path }) => readFileSync(join(root, "chapters", folder, path), "utf8")),
  );
  const below = random(7);
  const pick = <Item>(items: Item[]) => items[below(items.length)] as Item;
  const someLines = () => {
    const lines = Array.from({ length: below(60) }, () =>
      pick(["}", "", "  }", "  return;", `line ${below(40)}`]),
    );
    return lines.join("\n") + (below(2) ? "\n" : "");
  };
  const edited = (source: string) => {
    const lines = source.split("\n");
    for (let edits = below(12); edits >= 0; edits--) {
      const piece = below(2) ? [] : pick(sources).split("\n").slice(0, below(40));
      lines.splice(below(lines.length), below(8), ...piece);
    }
    return lines.join("\n");
  };
  return Array.from({ length: count }, (_each, index) => {
    const source = pick(sources);
    if (index % 3 === 0) return [source, pick(sources)];
    return index % 3 === 1 ? [source, edited(source)] : [someLines(), someLines()];
  });
}

/** Whole numbers below a limit, the same in every run. */
function random(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state % limit;
  };
}
