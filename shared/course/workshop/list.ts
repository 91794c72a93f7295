import { existsSync } from "node:fs";
import { join } from "node:path";
import { chapters } from "../chapters.ts";
import { projectRoot } from "../project-root.ts";
import { exercises } from "./exercises.ts";
import { type FolderProgress, type Progress, readProgress } from "./progress.ts";

/** All exercises in order, and what is known of each. */
export function list(): void {
  const progress = readProgress(projectRoot());
  for (const { folder } of exercises) {
    const minutes = chapters.find((chapter) => chapter.folder === folder)?.minutes;
    const row = `${folder.padEnd(16)} ${String(minutes).padStart(3)} min  ${stateOf(folder, progress)}`;
    console.log(folder === progress.current ? `${row}  ← you are here` : row.trimEnd());
  }
  for (const [folder, known] of Object.entries(progress.folders)) {
    if (!known.bug) continue;
    const row = `${folder.padEnd(16)} bug ${known.bug}  ${stateOfBug(known)}`;
    console.log(folder === progress.current ? `${row}  ← you are here` : row);
  }
}

function stateOfBug({ passedAt, revealedAt }: FolderProgress): string {
  if (passedAt) return "found";
  return revealedAt ? "revealed" : "not found yet";
}

function stateOf(folder: string, { folders }: Progress): string {
  const known = folders[folder];
  if (known?.passedAt) return "passed";
  return existsSync(join(projectRoot(), "workshop", folder)) ? "begun" : "";
}
