import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of the clone, also when this code runs from a bundle somewhere else. */
export function projectRoot(): string {
  return process.env.ONE_TURN_ROOT || findUpwards(import.meta.dirname);
}

function findUpwards(folder: string): string {
  if (packageName(folder) === "one-turn") return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("No folder above this program belongs to one-turn.");
  return findUpwards(parent);
}

function packageName(folder: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).name;
  } catch {
    return undefined;
  }
}
