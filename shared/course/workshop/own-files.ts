import { existsSync, readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { belongsToChapter } from "../carry/chapter-files.ts";
import type { Files } from "./start-files.ts";

/** What stands in a folder of the workshop, without what editors leave behind. */
export function ownFiles(root: string, folder: string): Files {
  return filesBelow(join(root, "workshop", folder));
}

export function filesBelow(base: string): Files {
  if (!existsSync(base)) return new Map();
  return new Map(
    [...statsBelow(base).keys()].map((path) => [
      path,
      readFileSync(join(base, path), "utf8").replaceAll("\r\n", "\n"),
    ]),
  );
}

/** The files below a folder, by their paths with "/". Throws while the folder is not there. */
export function statsBelow(base: string): Map<string, Stats> {
  const found = new Map<string, Stats>();
  for (const path of readdirSync(base, { recursive: true, encoding: "utf8" })) {
    const name = path.replaceAll("\\", "/");
    const stats = belongsToChapter(name) ? statsOf(join(base, path)) : undefined;
    if (stats?.isFile()) found.set(name, stats);
  }
  return found;
}

/** Nothing for what has just gone, and for a link that leads nowhere or in a circle. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
