import type { Look } from "../../trace/look.ts";
import type { ChapterDiff } from "./chapter-diff.ts";
import { drawFile } from "./draw-file.ts";
import { drawEvents, drawHeader } from "./draw-header.ts";
import { countOf, visible } from "./plain-text.ts";
import { statusWord } from "./tell-diff.ts";

/** The whole comparison, a row each: header, events, files in reading order. */
export function drawDiff(diff: ChapterDiff, look: Look, options: { full: boolean }): string[] {
  if (diff.direction === "none") return [sameChapter(diff)];
  return [
    ...drawHeader(diff, look),
    ...drawEvents(diff, look),
    ...diff.files.flatMap((file) => drawFile(file, diff, look, options)),
    ...(diff.unchanged.length > 0 ? ["", look.colors.dim(unchangedRow(diff))] : []),
  ];
}

const letters = { added: "A", changed: "M", removed: "D" };

/** A letter and a path a row; "=" before those that are the same. */
export function drawNames(diff: ChapterDiff, { colors }: Look): string[] {
  const color = { added: colors.green, changed: String, removed: colors.red };
  return [
    ...diff.files.map(({ status, path }) => color[status](`${letters[status]} ${visible(path)}`)),
    ...diff.unchanged.map((path) => colors.dim(`= ${visible(path)}`)),
  ];
}

/** Lines added and removed per file, and the sum, as git counts. */
export function drawCounts(diff: ChapterDiff, { colors }: Look): string[] {
  const row = (added: number | string, removed: number | string, text: string) =>
    `${colors.green(String(added).padStart(6))} ${colors.red(String(removed).padStart(6))}  ${text}`;
  if (diff.direction === "none") return [sameChapter(diff)];
  return [
    row("+", "-", `${diff.from.folder} → ${diff.to.folder}`),
    ...diff.files.map((file) => {
      const path = visible(file.path);
      if (file.binary) return row("-", "-", `${path} (${statusWord(file)}, no text)`);
      return row(file.added, file.removed, path);
    }),
    row(diff.added, diff.removed, countOf(diff.files.length, "file")),
  ];
}

function sameChapter({ from, unchanged }: ChapterDiff): string {
  return `${from.folder} is compared with itself: ${countOf(unchanged.length, "file")}, all the same.`;
}

function unchangedRow({ unchanged }: ChapterDiff): string {
  const [are, they] = unchanged.length === 1 ? ["is", "it"] : ["are", "them"];
  return `${countOf(unchanged.length, "file")} ${are} the same in both. --names names ${they}.`;
}
