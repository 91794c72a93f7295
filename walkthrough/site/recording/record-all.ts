import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { bundleProgram } from "../../../shared/course/bundle.cjs";
import { type Chapter, chapters } from "../../../shared/course/chapters.ts";
import { projectRoot } from "../../../shared/course/project-root.ts";
import type { Recording, RecordingIndex } from "./recording.ts";

/** Processes at a time. */
const SIDE_BY_SIDE = 2;

/** Every chapter on everything that it can play. What was recorded before, of the same sources, is read again. */
export async function recordAll(): Promise<Recording[]> {
  const recorded: Recording[][] = [];
  const waiting = chapters.entries();
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

export async function recordChapter(chapter: Chapter): Promise<Recording[]> {
  const root = projectRoot();
  const program = bundleProgram(root, "walkthrough/site/recording/play-chapter.ts");
  const folder = join(root, ".one-turn", "cache");
  const start = `recording-${chapter.folder}-`;
  const kept = join(folder, `${start}${hashOf(root, chapter, program)}.json`);
  const before = readKept(kept);
  if (before) return before;
  const told = await playChapter(root, chapter, program);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (name.startsWith(start)) rmSync(join(folder, name));
  writeFileSync(`${kept}.${process.pid}`, told);
  renameSync(`${kept}.${process.pid}`, kept);
  return JSON.parse(told);
}

function readKept(path: string): Recording[] | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** The program has a name of its own for what it is made of; the chapter is loaded when it runs. */
function hashOf(root: string, { folder }: Chapter, program: string): string {
  const hash = createHash("sha256")
    .update(basename(dirname(program)))
    .update(process.version);
  const sources = readdirSync(join(root, "chapters", folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .sort()
    .map((path) => join("chapters", folder, path));
  for (const path of [...sources, "shared/events.ts", "package-lock.json"]) {
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest("hex").slice(0, 16);
}

/** In a process of its own, whose environment decides nothing of what is drawn. */
async function playChapter(root: string, { folder }: Chapter, program: string): Promise<string> {
  const { PATH = "", HOME = "", TMPDIR = "" } = process.env;
  const child = spawn(process.execPath, [program, folder], {
    env: {
      ...{ PATH, HOME, ...(TMPDIR && { TMPDIR }) },
      ...{ ONE_TURN_ROOT: root, LANG: "C.UTF-8", TERM: "xterm-256color", FORCE_COLOR: "1" },
    },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 120_000,
  });
  const closed = once(child, "close");
  const [told, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code, signal] = await closed;
  if (code === 0) return told;
  throw new Error(`${folder} could not be recorded: ${said.trim() || (signal ?? code)}`);
}
