import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { type Ran, root, runNode } from "../support/run-one-turn.ts";

export type Clone = {
  root: string;
  /** `one-turn workshop …` in it. */
  workshop(...args: string[]): Promise<Ran>;
  /** The texts below workshop/NN-name, by their path. */
  files(folder: string): Record<string, string>;
  remove(): void;
};

/** A copy of this repository with a workshop of its own. */
export function makeClone(): Clone {
  const clone = mkdtempSync(join(tmpdir(), "one-turn-clone-"));
  const left = new Set(["node_modules", ".one-turn", "workshop", ".git"]);
  cpSync(root, clone, {
    recursive: true,
    filter: (source) => !left.has(relative(root, source).split(sep)[0] ?? ""),
  });
  symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
  return {
    root: clone,
    workshop: (...args) => {
      const program = join(clone, "shared/course/one-turn.cjs");
      return runNode([program, "workshop", ...args], { cwd: clone, timeoutMs: 120_000 });
    },
    files: (folder) => readFiles(join(clone, "workshop", folder)),
    remove: () => rmSync(clone, { recursive: true, force: true }),
  };
}

export function readFiles(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(
    paths
      .sort()
      .map((path) => [relative(folder, path).replaceAll(sep, "/"), readFileSync(path, "utf8")]),
  );
}
