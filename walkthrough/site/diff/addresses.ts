import type { Chapter } from "../../../shared/course/chapters.ts";
import type { DiffData } from "./diff-data.ts";

/** The page of two chapters, below the root of the site. Neighbours have a page of their own, going forwards. */
export function pairAddress(data: DiffData, from: Chapter, to: Chapter): string {
  return placeOf(data, to) === placeOf(data, from) + 1
    ? `diff/${from.folder}..${to.folder}/`
    : `diff/?from=${from.folder}&to=${to.folder}`;
}

/** One step up or down the ladder on both sides; undefined where it ends. */
export function shiftedPair(
  data: DiffData,
  [from, to]: [Chapter, Chapter],
  by: 1 | -1,
): [Chapter, Chapter] | undefined {
  const start = data.chapters[placeOf(data, from) + by];
  const end = data.chapters[placeOf(data, to) + by];
  return start && end && [start, end];
}

function placeOf({ chapters }: DiffData, { folder }: Chapter): number {
  return chapters.findIndex((chapter) => chapter.folder === folder);
}
