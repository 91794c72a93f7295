import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Chapter } from "../chapters.ts";
import type { ChapterDiff, DiffedChapter, EventSection, Layer } from "./chapter-diff.ts";
import { compareFiles } from "./compare-files.ts";
import { eventSections } from "./event-sections.ts";
import { readChapter } from "./read-chapter.ts";
import { inReadingOrder } from "./reading-order.ts";

export type Course = {
  /** Where chapters/ and shared/ are. */
  root: string;
  /** The ladder, in order. */
  chapters: Chapter[];
};

/** Compares two chapters. Throws one line when something of them cannot be read. */
export function diffChapters(course: Course, from: Chapter, to: Chapter): ChapterDiff {
  const { root } = course;
  const compared = compareFiles(readChapter(root, from.folder), readChapter(root, to.folder));
  const layers = layersBetween(course, from, to);
  const files = inReadingOrder(compared.files, layers);
  return {
    from: named(from),
    to: named(to),
    direction: from === to ? "none" : from.number < to.number ? "forwards" : "backwards",
    layers: layers.map(asLayer),
    events: sectionsOf(root, layers),
    files,
    unchanged: compared.unchanged,
    added: files.reduce((sum, file) => sum + file.added, 0),
    removed: files.reduce((sum, file) => sum + file.removed, 0),
  };
}

/** Backwards the newest goes first. */
function layersBetween({ chapters }: Course, from: Chapter, to: Chapter): Chapter[] {
  const [low, high] = [Math.min(from.number, to.number), Math.max(from.number, to.number)];
  const between = chapters.filter(({ number }) => number > low && number <= high);
  return from.number < to.number ? between : between.reverse();
}

function sectionsOf(root: string, layers: Chapter[]): EventSection[] {
  if (layers.length === 0) return [];
  const sections = eventSections(readFileSync(join(root, "shared/events.ts"), "utf8"));
  return layers.flatMap(({ number }) => sections.filter(({ chapter }) => chapter === number));
}

function named({ number, folder }: Chapter): DiffedChapter {
  return { number, folder };
}

function asLayer({ number, folder, name, layer, newEvents }: Chapter): Layer {
  return { number, folder, name, layer, newEvents };
}
