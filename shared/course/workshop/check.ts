import { watch } from "node:fs";
import { join } from "node:path";
import { chooseLook, type Look } from "../../trace/look.ts";
import { projectRoot } from "../project-root.ts";
import { type Checker, openChecker } from "./check-exercise.ts";
import { note, readProgress } from "./progress.ts";
import { findStarted, type Started } from "./started.ts";
import { type Checked, isPass, verdict } from "./verdict.ts";

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
  const look = narrow(chooseLook(process.stdout, process.env));
  for (const row of verdict(checked, look)) console.log(row);
  const passed = isPass(checked);
  if (passed) remember(started, checked);
  return passed;
}

/** Two columns of a trace are read best close together. */
function narrow(look: Look): Look {
  return { ...look, width: Math.min(look.width, process.stdout.isTTY ? 120 : 80) };
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

/** Saves while a check runs are one more check. */
async function checkOnSave(started: Started, checker: Checker): Promise<void> {
  const folder = join(projectRoot(), "workshop", started.folder);
  const saved = new Set<string>();
  let wake = () => {};
  const watcher = watch(folder, { recursive: true }, (_event, path) => {
    if (path) saved.add(path);
    wake();
  });
  process.once("SIGINT", () => {
    watcher.close();
    checker.close();
    process.exit(0);
  });
  for (;;) {
    const changed = [...saved];
    saved.clear();
    await checkOnce(started, checker, changed);
    console.log("\nWaiting for a save … (Ctrl+C ends)");
    while (saved.size === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    // an editor writes a file in several steps
    await new Promise((resolve) => setTimeout(resolve, 50));
    console.log("");
  }
}
