import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Known } from "./exercise.ts";

const fileOf = (root: string, folder: string) => join(root, "tests", "exercises", `${folder}.json`);

/** Throws one line when nothing is known of the exercise. */
export function readKnown(root: string, folder: string): Known {
  try {
    return JSON.parse(readFileSync(fileOf(root, folder), "utf8"));
  } catch (error) {
    const { message } = error as Error;
    throw new Error(
      `What the checks of ${folder} say is not known (${message}). Write it with: npx one-turn workshop gate ${folder} --write`,
    );
  }
}

export function writeKnown(root: string, folder: string, known: Known): void {
  writeFileSync(fileOf(root, folder), `${JSON.stringify(known, null, 2)}\n`);
}
