import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Course } from "../../../shared/course/diff/diff-chapters.ts";
import { projectRoot } from "../../../shared/course/project-root.ts";
import type { DiffData } from "./diff-data.ts";
import { packData, readCourse } from "./pack-data.ts";

const START = "diff-data-";

/** Colours take seconds: what was packed of the same files by the same code is read again. */
export async function keptData(course: Course): Promise<DiffData> {
  const files = readCourse(course);
  const hash = createHash("sha256").update(JSON.stringify(course.chapters));
  for (const name of [
    "pack-data",
    "line-colors",
    "../pages/highlight",
    "../../../shared/trace/event-family",
  ]) {
    hash.update(readFileSync(join(projectRoot(), "walkthrough/site/diff", `${name}.ts`)));
  }
  for (const [path, bytes] of files) hash.update(`\0${path}\0${bytes.length}\0`).update(bytes);
  const folder = join(course.root, ".one-turn", "cache");
  const kept = join(folder, `${START}${hash.digest("hex").slice(0, 16)}.json`);
  const before = read(kept);
  if (before) return before;
  const data = await packData(files, course.chapters);
  try {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) if (name.startsWith(START)) rmSync(join(folder, name));
    writeFileSync(`${kept}.${process.pid}`, JSON.stringify(data));
    renameSync(`${kept}.${process.pid}`, kept);
  } catch {
    // a read-only clone packs them each time
  }
  return data;
}

function read(path: string): DiffData | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}
