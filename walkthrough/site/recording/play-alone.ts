import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { bundleProgram } from "../../../shared/course/bundle.cjs";
import type { Chapter } from "../../../shared/course/chapters.ts";
import { projectRoot } from "../../../shared/course/project-root.ts";
import type { Recording } from "./recording.ts";

/** The program that plays a chapter. */
export const entry = "walkthrough/site/recording/play-chapter.ts";

/**
 * Plays a chapter, all of it or what is named, in a process of its own, whose environment decides nothing of what is
 * drawn. Rejects with what that process wrote when it fails, or after two minutes.
 */
export async function playChapter({ folder }: Chapter, only: string[] = []): Promise<Recording[]> {
  const root = projectRoot();
  const { PATH = "", HOME = "" } = process.env;
  const same = { LANG: "C.UTF-8", TERM: "xterm-256color", FORCE_COLOR: "1" };
  const child = spawn(process.execPath, [bundleProgram(root, entry), folder, ...only], {
    env: { PATH, HOME, ...same, ONE_TURN_ROOT: root },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 120_000,
  });
  const closed = once(child, "close");
  const [told, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code, signal] = await closed;
  if (code === 0) return JSON.parse(told);
  throw new Error(`${folder} could not be recorded: ${said.trim() || (signal ?? code)}`);
}
