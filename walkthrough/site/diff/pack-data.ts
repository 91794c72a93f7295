import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Chapter } from "../../../shared/course/chapters.ts";
import type { Course } from "../../../shared/course/diff/diff-chapters.ts";
import { readChapter } from "../../../shared/course/diff/read-chapter.ts";
import { highlight } from "../pages/highlight.ts";
import type { DiffData, Line } from "./diff-data.ts";
import { readColors } from "./line-colors.ts";

/** By path below the root: shared/events.ts, and what stands in the chapters. */
export type CourseFiles = Map<string, Buffer>;

export function readCourse({ root, chapters }: Course): CourseFiles {
  const files: CourseFiles = new Map();
  files.set("shared/events.ts", readFileSync(join(root, "shared/events.ts")));
  for (const { folder } of chapters) {
    for (const [path, bytes] of readChapter(root, folder)) {
      files.set(`chapters/${folder}/${path}`, bytes);
    }
  }
  return files;
}

/** Highlights each text once. Throws one line when a file is no text. */
export async function packData(files: CourseFiles, chapters: Chapter[]): Promise<DiffData> {
  const data: DiffData = { chapters, looks: [], lines: [], texts: [], folders: {}, events: 0 };
  const places = { texts: new Map<string, number>(), lines: new Map<string, number>() };
  for (const [path, bytes] of files) {
    const text = bytes.toString("utf8");
    if (!Buffer.from(text).equals(bytes)) throw new Error(`${path} is no text.`);
    let place = places.texts.get(text);
    if (place === undefined) {
      place = data.texts.push(await addLines(path, text)) - 1;
      places.texts.set(text, place);
    }
    const [, folder, below] = /^chapters\/([^/]+)\/(.*)$/.exec(path) ?? [];
    if (folder === undefined || below === undefined) data.events = place;
    else data.folders[folder] = { ...data.folders[folder], [below]: place };
  }
  return data;

  async function addLines(path: string, text: string): Promise<number[]> {
    const language = { ".ts": "typescript", ".json": "json" }[extname(path)] ?? "text";
    const lines = (await highlight(text, language)).map((line) => readColors(line, data.looks));
    return text.split("\n").map((text, index) => addLine([text, colorsOf(lines[index], text)]));
  }

  function addLine(line: Line): number {
    const key = line.join("\n");
    const known = places.lines.get(key);
    if (known !== undefined) return known;
    places.lines.set(key, data.lines.length);
    return data.lines.push(line) - 1;
  }
}

/** None when the highlighter had another text in hand. */
function colorsOf(line: Line | undefined, text: string): string {
  return line?.[0] === text.replace(/\r$/, "") ? line[1] : "";
}
