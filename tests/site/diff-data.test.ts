import { describe, expect, it } from "vitest";
import { compareChapters } from "../../shared/course/diff/compare-chapters.ts";
import { type Course, diffChapters } from "../../shared/course/diff/diff-chapters.ts";
import {
  chapterOf,
  courseText,
  type DiffData,
  eventLines,
  linesOf,
  newEventsBetween,
  sideOf,
} from "../../walkthrough/site/diff/diff-data.ts";
import { packData, readCourse } from "../../walkthrough/site/diff/pack-data.ts";
import { makeCourse, one, three, two } from "../diff/course.ts";

const odd = {
  "chapters/02-tools/odd.ts": 'const a = "<b> & \\u0000";\r\n\r\n\tno end',
  "chapters/03-names/odd.ts": "",
  "chapters/03-names/bom.ts": "\uFEFFconst b = `é 😀`;\n",
};

describe("what a page knows of the chapters", () => {
  it.each([
    [one, two],
    [two, three],
    [one, three],
    [three, one],
    [two, two],
  ])("gives the same comparison as the files do: $folder", async (from, to) => {
    const course = makeCourse(odd);
    const data = await sent(course);
    const sides = [sideOf(data, from.folder), sideOf(data, to.folder)] as const;
    expect(compareChapters(courseText(data), ...sides)).toEqual(diffChapters(course, from, to));
  });

  it("holds each text and each line once", async () => {
    const data = await sent(makeCourse());
    expect(data.folders["03-names"]?.["tools/bow.ts"]).toBe(
      data.folders["02-tools"]?.["tools/bow.ts"],
    );
    expect(new Set(data.lines.map(String)).size).toBe(data.lines.length);
    expect(new Set(data.texts.map(String)).size).toBe(data.texts.length);
  });

  it("knows the colours of a line, and none of a file that a chapter does not have", async () => {
    const data = await sent(makeCourse());
    const [first] = linesOf(data, "02-tools", "tools/long.ts");
    expect([first?.[0], data.looks]).toEqual([
      'import { bow } from "./bow.ts";',
      expect.arrayContaining(["k", "s"]),
    ]);
    expect(first?.[1]).toMatch(/^6[a-z]9_5[a-z]10[a-z]$/);
    expect(eventLines(data).map(([text]) => text)).toContain("// 02 tools: a bow");
    expect(linesOf(data, "01-hello", "tools/long.ts")).toEqual([]);
  });

  it("is refused when a file is no text", async () => {
    const course = makeCourse({ "chapters/02-tools/x.bin": new Uint8Array([0xff, 0]) });
    await expect(sent(course)).rejects.toThrow("chapters/02-tools/x.bin is no text.");
  });

  it("finds a chapter as the command does, and says which there are when one is not", async () => {
    const data = await sent(makeCourse());
    const asked = ["2", "02", "tools", "02-tools"].map((text) => chapterOf(data, text).folder);
    expect(asked).toEqual(["02-tools", "02-tools", "02-tools", "02-tools"]);
    expect(() => chapterOf(data, "<b>")).toThrow(
      'No chapter "<b>". Use one of: 01-hello, 02-tools, 03-names.',
    );
  });

  it("tells the events between two chapters, whichever is first", async () => {
    const data = await sent(makeCourse());
    expect(newEventsBetween(data, [one, three])).toEqual(["tool.started", "tool.failed"]);
    expect(newEventsBetween(data, [three, one])).toEqual(["tool.started", "tool.failed"]);
    expect(newEventsBetween(data, [two, two])).toEqual([]);
  });
});

/** As it arrives in a browser. */
async function sent(course: Course): Promise<DiffData> {
  return JSON.parse(JSON.stringify(await packData(readCourse(course), course.chapters)));
}
