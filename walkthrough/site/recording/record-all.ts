import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { bundleProgram } from "../../../shared/course/bundle.cjs";
import { type Chapter, chapters } from "../../../shared/course/chapters.ts";
import { projectRoot } from "../../../shared/course/project-root.ts";
import { entry, playChapter } from "./play-alone.ts";
import type { Recording, RecordingIndex } from "./recording.ts";

/** Processes at a time. */
const SIDE_BY_SIDE = 2;

/** Every chapter on everything that it can play. What was recorded before, of the same sources, is read again. */
export async function recordAll(wanted: Chapter[] = chapters): Promise<Recording[]> {
  const recorded: Recording[][] = [];
  const waiting = wanted.entries();
  async function recordNext(): Promise<void> {
    for (const [place, chapter] of waiting) recorded[place] = await recordChapter(chapter);
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, recordNext));
  return recorded.flat();
}

/** What there is to play. */
export function recordingIndex(recordings: Recording[]): RecordingIndex {
  return chapters.map(({ folder }) => ({
    chapter: folder,
    title: folder.replace("-", " "),
    scenarios: recordings
      .filter(({ chapter }) => chapter === folder)
      .map(({ scenario, prompts, steps }) => ({
        name: scenario,
        user: prompts[0] ?? "",
        events: steps.map(({ event }) => event.type),
      })),
  }));
}

/** Kept by a hash of all that goes into it. */
export async function recordChapter(chapter: Chapter): Promise<Recording[]> {
  const folder = join(projectRoot(), ".one-turn", "cache");
  const start = `recording-${chapter.folder}-`;
  const kept = join(folder, `${start}${hashOf(chapter)}.json`);
  const before = readKept(kept);
  if (before) return before;
  const recordings = await playChapter(chapter);
  try {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) if (name.startsWith(start)) rmSync(join(folder, name));
    writeFileSync(`${kept}.${process.pid}`, JSON.stringify(recordings));
    renameSync(`${kept}.${process.pid}`, kept);
  } catch {
    // a read-only clone plays them each time
  }
  return recordings;
}

function readKept(path: string): Recording[] | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** The program is named for what it is made of; the chapter is loaded when it runs. */
function hashOf({ folder }: Chapter): string {
  const root = projectRoot();
  const program = basename(dirname(bundleProgram(root, entry)));
  const hash = createHash("sha256").update(`${program} ${process.version}`);
  const names = readdirSync(join(root, "chapters", folder), { recursive: true, encoding: "utf8" });
  const sources = names.filter((name) => name.endsWith(".ts")).sort();
  const paths = sources.map((name) => join("chapters", folder, name));
  for (const path of [...paths, "shared/events.ts", "package-lock.json"]) {
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest("hex").slice(0, 16);
}
