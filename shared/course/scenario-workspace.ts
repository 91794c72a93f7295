import { rmSync } from "node:fs";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Scenario } from "../rehearsal/scenario.ts";
import { openWorkspace } from "./practice.ts";

/** A scenario brings its own files, gone with the process; everything else runs where the reader works. */
export async function openScenarioWorkspace(
  scenario: Scenario | undefined,
  flags: { workspace?: string; fresh?: boolean },
): Promise<string> {
  if (!scenario || flags.workspace !== undefined) return openWorkspace(flags);
  const root = await placeScenario(scenario);
  process.on("exit", () => rmSync(root, { recursive: true, force: true }));
  return root;
}

/** The files of a scenario, in a new temporary folder that whoever asks removes. */
export async function placeScenario(scenario: Scenario): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "one-turn-"));
  for (const [path, text] of Object.entries(scenario.files ?? {})) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

/** Throws one line where a chapter can't play a scenario yet. */
export function checkPlayable(
  scenario: Scenario,
  { number, path }: { number: number; path: string },
): void {
  if (scenario.from <= number) return;
  const first = String(scenario.from).padStart(2, "0");
  throw new Error(
    `Scenario "${scenario.name}" needs chapter ${first} or a later one, not ${path}.`,
  );
}
