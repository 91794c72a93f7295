import type { Look } from "../../trace/look.ts";
import type { ChapterDiff, FileDiff } from "./chapter-diff.ts";
import { drawHunk, drawLines } from "./draw-lines.ts";
import { countOf, hang, titleRow, twoDigits, visible } from "./draw-text.ts";
import { outline } from "./outline.ts";

/** A new file that is handed out is shown in short from this many lines on. */
const LONG = 40;

const words = { added: "new", changed: "changed", removed: "gone" };

/** A file under its reasons. In short only when it is long, new or gone, and nobody has to build it. */
export function drawFile(
  file: FileDiff,
  diff: ChapterDiff,
  look: Look,
  options: { full: boolean },
): string[] {
  const [first] = file.hunks;
  const isShort =
    file.role === "given" && file.status !== "changed" && (first?.lines.length ?? 0) > LONG;
  return [
    "",
    titleRow(visible(file.path), said(file, look), look),
    ...drawWhys(file, diff, look),
    "",
    ...(isShort && !options.full && first ? drawShort(file, diff, look) : drawWhole(file, look)),
  ];
}

export function statusWord({ status }: FileDiff): string {
  return words[status];
}

function said(file: FileDiff, { colors }: Look): string {
  const given = file.role === "given" && file.status === "added" ? ", given" : "";
  if (file.binary) return `${statusWord(file)}${given}`;
  const counts = [
    ...(file.added ? [colors.green(`+${file.added}`)] : []),
    ...(file.removed ? [colors.red(`-${file.removed}`)] : []),
  ];
  return [`${statusWord(file)}${given}`, ...counts].join(" ");
}

function drawWhys({ whys }: FileDiff, { layers }: ChapterDiff, look: Look): string[] {
  if (whys.length === 0) return ["Not in the manifest."];
  return whys.flatMap(({ chapter, why }) => {
    return hang(layers.length > 1 ? `${twoDigits(chapter)}  ` : "", why, look);
  });
}

function drawWhole({ hunks, binary, status }: FileDiff, look: Look): string[] {
  if (binary) return ["No text: its bytes are not shown."];
  if (hunks.length === 0) return ["An empty file."];
  if (status !== "changed") return hunks.flatMap(({ lines }) => drawLines(lines, look));
  return hunks.flatMap((hunk, index) => [...(index ? [""] : []), ...drawHunk(hunk, look)]);
}

function drawShort({ path, hunks }: FileDiff, { from, to }: ChapterDiff, look: Look): string[] {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const groups = outline(lines);
  const command = `npx one-turn diff ${twoDigits(from.number)} ${twoDigits(to.number)} --file ${path}`;
  const rest = `… ${countOf(lines.length - groups.flat().length, "more line")}: ${command}`;
  return [...groups.flatMap((group) => [...drawLines(group, look), ""]), look.colors.dim(rest)];
}
