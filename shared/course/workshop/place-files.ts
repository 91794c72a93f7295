import { randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { coachingRules } from "./coaching-rules.ts";
import type { Files } from "./start-files.ts";

/**
 * Puts files into workshop/`folder`. What was there is moved to workshop/.backup, never overwritten: an end at any
 * moment leaves it in one of the two places. Returns where it is now, from the root, if there was anything.
 */
export function placeFiles(root: string, folder: string, files: Files): string | undefined {
  const workshop = join(root, "workshop");
  const parts = join(workshop, `.new-${randomUUID()}`);
  mkdirSync(workshop, { recursive: true });
  removeParts(workshop);
  for (const [path, text] of files) {
    const target = join(parts, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  const rules = join(workshop, "AGENTS.md");
  if (!existsSync(rules)) writeFileSync(rules, coachingRules);
  const backup = moveAside(root, folder);
  renameSync(parts, join(workshop, folder));
  return backup;
}

/** Left by a start that was ended: nobody has written in it. One of this minute may still be at work. */
function removeParts(workshop: string): void {
  for (const name of readdirSync(workshop)) {
    const path = join(workshop, name);
    if (!name.startsWith(".new-") || Date.now() - statSync(path).mtimeMs < 60_000) continue;
    rmSync(path, { recursive: true, force: true });
  }
}

/** Where the last work on a folder was put aside, from the root. */
export function lastBackup(root: string, folder: string): string | undefined {
  const backups = join(root, "workshop", ".backup");
  const names = existsSync(backups) ? readdirSync(backups) : [];
  const last = names
    .filter((name) => name.startsWith(`${folder}-20`))
    .sort()
    .at(-1);
  return last && `workshop/.backup/${last}`;
}

function moveAside(root: string, folder: string): string | undefined {
  const from = join(root, "workshop", folder);
  if (!existsSync(from)) return undefined;
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  let to = `workshop/.backup/${folder}-${time}`;
  for (let copy = 2; existsSync(join(root, to)); copy++) {
    to = `workshop/.backup/${folder}-${time}-${copy}`;
  }
  mkdirSync(join(root, "workshop", ".backup"), { recursive: true });
  renameSync(from, join(root, to));
  return to;
}
