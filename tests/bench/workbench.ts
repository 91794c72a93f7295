import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Chapter } from "../../shared/course/chapters.ts";
import { projectRoot } from "../../shared/course/project-root.ts";
import { notes } from "../../shared/rehearsal/scenarios/script.ts";

/** What every measure works with. */
export type Workbench = {
  /** Those that are there and have all of these files, in order. */
  chaptersWith(...files: string[]): Chapter[];
  /** The folder in which the tools work. */
  workspaceRoot: string;
  /** The path of a file that is gone when the bench is closed. */
  scratch(name: string): string;
  close(): Promise<void>;
};

export async function openWorkbench(chapters: Chapter[]): Promise<Workbench> {
  const folder = await mkdtemp(join(tmpdir(), "one-turn-bench-"));
  const workspaceRoot = await mkdtemp(join(folder, "workspace-"));
  for (const [name, text] of Object.entries(notes))
    await writeFile(join(workspaceRoot, name), text);
  return {
    chaptersWith: (...files) =>
      chapters.filter((chapter) =>
        ["agent.ts", ...files].every((file) =>
          existsSync(join(projectRoot(), "chapters", chapter.folder, file)),
        ),
      ),
    workspaceRoot,
    scratch: (name) => join(folder, name),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
