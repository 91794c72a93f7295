import type { Look } from "../../trace/look.ts";
import type { ChapterDiff, FileDiff } from "./chapter-diff.ts";
import { drawHunk, drawLines } from "./draw-lines.ts";
import { hang, titleRow } from "./draw-text.ts";
import { outline } from "./outline.ts";
import { countOf, twoDigits, visible } from "./plain-text.ts";
import { isShownShort, statusWord } from "./tell-diff.ts";

/** A file under its reasons. */
export function drawFile(
  file: FileDiff,
  diff: ChapterDiff,
  look: Look,
  options: { full: boolean },
): string[] {
  const isShort = isShownShort(file) && !options.full;
  return [
    "",
    titleRow(visible(file.path), said(file, look), look),
    ...drawWhys(file, diff, look),
    "",
    ...(isShort ? drawShort(file, diff, look) : drawWhole(file, look)),
  ];
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
