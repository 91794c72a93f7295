import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { projectRoot } from "../project-root.ts";
import { type Checker, openChecker } from "./check-exercise.ts";
import { narrowLook } from "./narrow-look.ts";
import { statsBelow } from "./own-files.ts";
import { note, readProgress } from "./progress.ts";
import { findStarted, type Started } from "./started.ts";
import { type Checked, isPass, stepAtFault, verdict } from "./verdict.ts";

/** Exit code 0 when all is right, 1 when it is not. With `watch`, until Ctrl+C. */
export async function check(name: string | undefined, flags: { watch?: boolean }): Promise<void> {
  const started = findStarted(name);
  const checker = openChecker(started.exercise, started.folder);
  try {
    if (flags.watch) await checkOnSave(started, checker);
    else if (!(await checkOnce(started, checker))) process.exitCode = 1;
  } finally {
    checker.close();
  }
}

async function checkOnce(started: Started, checker: Checker, changed?: string[]): Promise<boolean> {
  const checked = await checker.check(changed);
  const look = narrowLook();
  for (const row of verdict(checked, look)) console.log(row);
  const passed = isPass(checked);
  rememberStep(started, checked);
  if (passed) remember(started, checked);
  return passed;
}

/** For whoever asks for a hint and names no step. */
function rememberStep({ folder }: Started, checked: Checked): void {
  const failingStep = stepAtFault(checked);
  if (readProgress(checked.root).folders[folder]?.failingStep === failingStep) return;
  note(checked.root, folder, { failingStep });
}

function remember({ exercise, folder }: Started, { root }: Checked): void {
  const { passedAt } = readProgress(root).folders[folder] ?? {};
  note(root, folder, { passedAt: passedAt ?? new Date().toISOString() });
  const what =
    folder === exercise.folder
      ? "npx one-turn workshop reveal shows how the chapter does it; next goes on."
      : "You found it. npx one-turn workshop reveal says what it was.";
  console.log(what);
}

/** Saves while a check runs are one more check. Files are looked at, since not every editor's save is told. */
async function checkOnSave(started: Started, checker: Checker): Promise<void> {
  const folder = join(projectRoot(), "workshop", started.folder);
  process.once("SIGINT", () => {
    checker.close();
    process.exit(0);
  });
  let changed: string[] = [];
  for (let seen = timesOf(folder) ?? new Map(); ; ) {
    await checkOnce(started, checker, changed);
    console.log("\nWaiting for a save … (Ctrl+C ends)");
    for (changed = []; changed.length === 0; ) {
      await setTimeout(LOOK_AGAIN_MS);
      const now = timesOf(folder) ?? seen;
      changed = [...new Set([...seen.keys(), ...now.keys()])].filter(
        (path) => seen.get(path) !== now.get(path),
      );
      seen = now;
    }
    console.log("");
  }
}

const LOOK_AGAIN_MS = 50;

/** A number for each file that is another when it is written or replaced, by its path. Undefined while a start or a reset moves the folder. */
function timesOf(folder: string): Map<string, number> | undefined {
  try {
    const files = [...statsBelow(folder)];
    return new Map(files.map(([path, { mtimeMs, ino }]) => [path, mtimeMs + ino]));
  } catch {
    return undefined;
  }
}
