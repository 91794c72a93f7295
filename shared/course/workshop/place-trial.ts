import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Files } from "./start-files.ts";

export type Trial = {
  /** Below workshop/, with a name that nobody else has. */
  folder: string;
  /** Writes these files in the place of those before. Returns the absolute paths of those that are not as they were. */
  write(files: Files): string[];
  remove(): void;
};

/** A folder beside the learner's, for what is tried and thrown away. */
export function placeTrial(root: string, name: string, first: Files): Trial {
  mkdirSync(join(root, "workshop"), { recursive: true });
  const base = mkdtempSync(join(root, "workshop", `trial-${name}-`));
  let before: Files = new Map();
  const write = (files: Files) => {
    const changed = [...new Set([...before.keys(), ...files.keys()])].filter(
      (path) => before.get(path) !== files.get(path),
    );
    for (const path of changed) {
      const text = files.get(path);
      mkdirSync(dirname(join(base, path)), { recursive: true });
      if (text === undefined) rmSync(join(base, path));
      else writeFileSync(join(base, path), text);
    }
    before = files;
    return changed.map((path) => join(base, path));
  };
  write(first);
  const remove = () => rmSync(base, { recursive: true, force: true });
  return { folder: basename(base), write, remove };
}
