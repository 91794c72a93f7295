import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Recording } from "../recording/recording.ts";
import { highlight } from "./highlight.ts";

/** The files that a chapter's recordings name, line by line as HTML. */
export type CodeFiles = Record<string, string[]>;

export async function codeFiles(
  root: string,
  chapter: string,
  recordings: Recording[],
): Promise<CodeFiles> {
  const own = recordings.filter((recording) => recording.chapter === chapter);
  const named = own.flatMap(({ steps }) => steps.flatMap(({ code }) => code?.file ?? []));
  const files = [...new Set(named)].sort();
  const lines = files.map(async (file) => {
    return [file, await linesOf(await readFile(join(root, file), "utf8"))] as const;
  });
  return Object.fromEntries(await Promise.all(lines));
}

const known = new Map<string, Promise<string[]>>();

/** Most files of a chapter are those of the one before. */
function linesOf(source: string): Promise<string[]> {
  const lines = known.get(source) ?? highlight(source.trimEnd(), "ts");
  known.set(source, lines);
  return lines;
}
