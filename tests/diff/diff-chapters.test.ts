import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Chapter } from "../../shared/course/chapters.ts";
import { type Course, diffChapters } from "../../shared/course/diff/diff-chapters.ts";
import { pickFile } from "../../shared/course/diff/pick-file.ts";
import { makeCourse, one, three, two, writeFiles } from "./course.ts";

describe("the comparison of two chapters", () => {
  it("is all data: chapters, layers, events, files in reading order", () => {
    const { files, ...rest } = diffChapters(makeCourse(), one, two);
    expect(rest).toEqual({
      from: { number: 1, folder: "01-hello" },
      to: { number: 2, folder: "02-tools" },
      direction: "forwards",
      layers: [
        {
          number: 2,
          folder: "02-tools",
          name: "tools",
          layer: "greet with a tool",
          newEvents: ["tool.started", "tool.failed"],
        },
      ],
      events: [
        {
          chapter: 2,
          lines: [
            "// 02 tools: a bow",
            "",
            "/** Two edges. */",
            'export type Tools = { type: "tool.started" } | { type: "tool.failed" };',
          ],
        },
      ],
      unchanged: ["name.ts"],
      added: 59,
      removed: 1,
    });
    expect(files.map(({ hunks, ...file }) => file)).toEqual([
      {
        path: "tools/bow.ts",
        status: "added",
        added: 4,
        removed: 0,
        whys: [{ chapter: 2, why: "The tool." }],
        role: "build",
        binary: false,
      },
      {
        path: "main.ts",
        status: "changed",
        added: 2,
        removed: 1,
        whys: [{ chapter: 2, why: "The tool is used." }],
        role: "build",
        binary: false,
      },
      {
        path: "tools/long.ts",
        status: "added",
        added: 53,
        removed: 0,
        whys: [{ chapter: 2, why: "Long, and given." }],
        role: "given",
        binary: false,
      },
    ]);
    expect(files[1]?.hunks[0]).toEqual({
      oldStart: 1,
      oldLines: 11,
      newStart: 1,
      newLines: 12,
      lines: expect.any(Array),
    });
  });

  it("says backwards what goes, and takes the newest layer away first", () => {
    const diff = diffChapters(makeCourse(), three, one);
    expect({
      direction: diff.direction,
      layers: diff.layers.map(({ number }) => number),
      files: diff.files.map(({ path, status }) => `${status} ${path}`),
      events: diff.events.map(({ chapter }) => chapter),
    }).toEqual({
      direction: "backwards",
      layers: [3, 2],
      files: ["changed main.ts", "removed tools/bow.ts", "removed tools/long.ts"],
      events: [2],
    });
  });

  it("names a file once over several layers, where it comes first, with all its reasons", () => {
    const { files } = diffChapters(makeCourse(), one, three);
    expect(files.map(({ path, whys }) => [path, whys.map(({ chapter }) => chapter)])).toEqual([
      ["tools/bow.ts", [2]],
      ["main.ts", [2, 3]],
      ["tools/long.ts", [2]],
    ]);
  });

  it("of a chapter with itself holds nothing", () => {
    const diff = diffChapters(makeCourse(), two, two);
    expect({ ...diff, unchanged: diff.unchanged.length }).toEqual({
      from: { number: 2, folder: "02-tools" },
      to: { number: 2, folder: "02-tools" },
      direction: "none",
      layers: [],
      events: [],
      files: [],
      unchanged: 4,
      added: 0,
      removed: 0,
    });
  });

  it("CRS-06 is the same when one of them was checked out with CRLF", () => {
    const course = makeCourse();
    const before = diffChapters(course, one, two);
    const main = before.files.find(({ path }) => path === "main.ts");
    const crlf = (text: string) => text.replaceAll("\n", "\r\n");
    const lines = main?.hunks.flatMap((hunk) => hunk.lines) ?? [];
    const now = lines.filter(({ kind }) => kind !== "removed").map(({ text }) => `${text}\n`);
    writeFiles(course.root, {
      "chapters/02-tools/main.ts": crlf(now.join("")),
      "chapters/02-tools/name.ts": crlf('export const name = "World";\n'),
    });
    expect(diffChapters(course, one, two)).toEqual(before);
  });

  it("shows what a learner put there, without a reason, and skips what nobody wrote", () => {
    const course = makeCourse({
      "chapters/02-tools/notes/mine.md": "mine\n",
      "chapters/02-tools/empty.ts": "",
      "chapters/02-tools/.env": "SECRET=1\n",
      "chapters/02-tools/node_modules/x/index.js": "x\n",
      "chapters/02-tools/tools/.cache/y": "y\n",
    });
    const { files } = diffChapters(course, one, two);
    expect(files.slice(3).map(({ path, whys, role }) => ({ path, whys, role }))).toEqual([
      { path: "empty.ts", whys: [], role: undefined },
      { path: "notes/mine.md", whys: [], role: undefined },
    ]);
  });

  it("needs both folders, and says so in a line", () => {
    const course = makeCourse();
    rmSync(join(course.root, "chapters/02-tools"), { recursive: true });
    expect(() => diffChapters(course, one, two)).toThrow(
      /^chapters\/02-tools cannot be read: it is not there\. Bring it back with: git checkout -- chapters\/02-tools$/,
    );
    writeFiles(course.root, { "chapters/02-tools": "a file" });
    expect(() => diffChapters(course, one, two)).toThrow(
      /^chapters\/02-tools cannot be read: not a directory, [^\n]*$/,
    );
  });
});

describe("one file of a comparison", () => {
  it("is found by its path, its end, and as others write it", () => {
    for (const wanted of [
      "tools/long.ts",
      "tools\\long.ts",
      "./tools/long.ts",
      "long.ts",
      "chapters/02-tools/tools/long.ts",
    ]) {
      const picked = pick(makeCourse(), one, two, wanted);
      expect(picked.files.map(({ path }) => path)).toEqual(["tools/long.ts"]);
      expect([picked.added, picked.removed, picked.unchanged]).toEqual([53, 0, []]);
    }
  });

  it("may be the same on both sides", () => {
    const picked = pick(makeCourse(), one, two, "name.ts");
    expect([picked.files, picked.unchanged, picked.added]).toEqual([[], ["name.ts"], 0]);
  });

  it("is refused in a line that lists the files when there is none, or more than one", () => {
    const course = makeCourse({ "chapters/02-tools/other/long.ts": "" });
    for (const wanted of ["fly.ts", "long.ts", "ong.ts", ""]) {
      expect(() => pick(course, one, two, wanted)).toThrow(
        new RegExp(
          `^No file "${wanted}" in 01-hello or 02-tools\\. These differ: tools/bow\\.ts, main\\.ts, tools/long\\.ts, other/long\\.ts\\.$`,
        ),
      );
    }
  });
});

function pick(course: Course, from: Chapter, to: Chapter, wanted: string) {
  return pickFile(diffChapters(course, from, to), wanted);
}
