import type { Chapter } from "../chapters.ts";
import type { ChapterDiff, DiffedChapter, EventSection, Layer } from "./chapter-diff.ts";
import { type ChapterFiles, compareFiles } from "./compare-files.ts";
import { eventSections } from "./event-sections.ts";
import { inReadingOrder } from "./reading-order.ts";

/** All that is read before chapters are compared. */
export type CourseText = {
  /** The ladder, in order. */
  chapters: Chapter[];
  /** The text of shared/events.ts. */
  events: string;
};

export type Side = { chapter: Chapter; files: ChapterFiles };

/** Pure: it runs in a browser as well. */
export function compareChapters(course: CourseText, from: Side, to: Side): ChapterDiff {
  const compared = compareFiles(from.files, to.files);
  const [start, end] = [from.chapter, to.chapter];
  const layers = layersBetween(course.chapters, start, end);
  const files = inReadingOrder(compared.files, layers);
  return {
    from: named(start),
    to: named(end),
    direction: start === end ? "none" : start.number < end.number ? "forwards" : "backwards",
    layers: layers.map(asLayer),
    events: sectionsOf(course.events, layers),
    files,
    unchanged: compared.unchanged,
    added: files.reduce((sum, file) => sum + file.added, 0),
    removed: files.reduce((sum, file) => sum + file.removed, 0),
  };
}

/** Backwards the newest goes first. */
function layersBetween(chapters: Chapter[], from: Chapter, to: Chapter): Chapter[] {
  const [low, high] = [Math.min(from.number, to.number), Math.max(from.number, to.number)];
  const between = chapters.filter(({ number }) => number > low && number <= high);
  return from.number < to.number ? between : between.reverse();
}

function sectionsOf(events: string, layers: Chapter[]): EventSection[] {
  const sections = eventSections(events);
  return layers.flatMap(({ number }) => sections.filter(({ chapter }) => chapter === number));
}

function named({ number, folder }: Chapter): DiffedChapter {
  return { number, folder };
}

function asLayer({ number, folder, name, layer, newEvents }: Chapter): Layer {
  return { number, folder, name, layer, newEvents };
}
