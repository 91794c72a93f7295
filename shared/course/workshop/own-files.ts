import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { belongsToChapter } from "../carry/chapter-files.ts";
import type { Files } from "./start-files.ts";

/** What stands in a folder of the workshop, without what editors leave behind. */
export function ownFiles(root: string, folder: string): Files {
  return filesBelow(join(root, "workshop", folder));
}

export function filesBelow(base: string): Files {
  if (!existsSync(base)) return new Map();
  const paths = readdirSync(base, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(base, path), { throwIfNoEntry: false })?.isFile())
    .map((path) => path.replaceAll("\\", "/"))
    .filter(belongsToChapter);
  return new Map(
    paths.map((path) => [path, readFileSync(join(base, path), "utf8").replaceAll("\r\n", "\n")]),
  );
}
