import { lstat } from "node:fs/promises";
import { relative } from "node:path";
import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from "diff";
import { replaceFile } from "./replace-file.ts";
import type { SeenFiles } from "./seen-files.ts";
import { BOM, bytesOf, hashOf, readTextFile, type TextFile } from "./text-file.ts";
import type { Proposal } from "./tool.ts";
import { resolveInWorkspace } from "./workspace-path.ts";

/** Insertions and deletions. To compare texts that have less in common takes minutes. */
const MOST_EDITS = 1000;

/** In lines, on both sides of a change. */
const CONTEXT = 3;

export type Change = {
  workspaceRoot: string;
  path: string;
  seen: SeenFiles;
  /** From what is there to what shall be. `before` is undefined where there is no file. Throws a sentence for the model. */
  change(before: string | undefined): string;
};

/** A change of a file: shown as a diff, and made only where the file is still the one that was shown. */
export async function proposeChange({
  workspaceRoot,
  path,
  seen,
  change,
}: Change): Promise<Proposal> {
  const place = await resolveInWorkspace(workspaceRoot, path);
  const before = await readIfThere(place, path);
  if (before && seen.hasChanged(place, before.hash)) {
    throw new Error(`${JSON.stringify(path)} has changed since you read it. Read it again first.`);
  }
  const text = withoutSecondBom(change(before?.text), before);
  if (text === before?.text) throw new Error(`${JSON.stringify(path)} is like that already.`);
  // it would be written as another character than the one that is shown
  if (!text.isWellFormed()) throw new Error("The text holds half of a character (a surrogate).");
  const subject = relative(await resolveInWorkspace(workspaceRoot, ""), place);
  const preview = showChange(subject, before?.text ?? "", text);
  return {
    subject,
    preview,
    async run() {
      // between the yes and the write, anything may have happened
      const now = await resolveInWorkspace(workspaceRoot, path);
      const there = await readIfThere(now, path);
      if (now !== place || there?.hash !== before?.hash) {
        throw new Error(
          `${JSON.stringify(path)} has changed since it was shown. Nothing was written.`,
        );
      }
      const bytes = bytesOf(text, { hasBom: before?.hasBom ?? false });
      await replaceFile(place, bytes, there);
      seen.note(place, hashOf(bytes));
      const done = before ? "Changed" : "Written";
      return { output: `${done}: ${subject}, ${bytes.length} bytes.`, details: { diff: preview } };
    },
  };
}

/** A file has one that is not part of its text, and a model that writes the whole file may repeat it. */
function withoutSecondBom(text: string, before: TextFile | undefined): string {
  const isSecond = before?.hasBom && text.startsWith(BOM) && !before.text.startsWith(BOM);
  return isSecond ? text.slice(BOM.length) : text;
}

/** All that changes. Where there is much, what was there stands whole above what comes. */
function showChange(subject: string, before: string, after: string): string {
  const patch =
    structuredPatch(subject, subject, before, after, undefined, undefined, {
      context: CONTEXT,
      maxEditLength: MOST_EDITS,
    }) ?? allOfBoth(subject, before, after);
  // names with quotes where they need some, so that none looks like a line of the change
  return formatPatch(patch, FILE_HEADERS_ONLY);
}

/** From the first line that differs to the last. */
function allOfBoth(subject: string, before: string, after: string) {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const shorter = Math.min(old.length, fresh.length);
  let start = 0;
  while (start < shorter && old[start] === fresh[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === fresh.at(-1 - end)) end++;
  const above = old.slice(Math.max(0, start - CONTEXT), start);
  const below = old.slice(old.length - end).slice(0, CONTEXT);
  const [removed, added] = [
    old.slice(start, old.length - end),
    fresh.slice(start, fresh.length - end),
  ];
  const first = start - above.length + 1;
  const around = above.length + below.length;
  const hunk = {
    ...{ oldStart: first, oldLines: around + removed.length },
    ...{ newStart: first, newLines: around + added.length },
    lines: [
      ...signed(" ", above),
      ...signed("-", removed),
      ...signed("+", added),
      ...signed(" ", below),
    ],
  };
  return {
    ...{ oldFileName: subject, newFileName: subject, oldHeader: "", newHeader: "" },
    hunks: [hunk],
  };
}

/** Each with what ends it. */
function linesOf(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

function signed(sign: string, lines: string[]): string[] {
  return lines.flatMap((line) =>
    line.endsWith("\n")
      ? [sign + line.slice(0, -1)]
      : [sign + line, "\\ No newline at end of file"],
  );
}

async function readIfThere(place: string, path: string): Promise<TextFile | undefined> {
  const isThere = await lstat(place).then(
    () => true,
    () => false,
  );
  return isThere ? readTextFile(place, path) : undefined;
}
