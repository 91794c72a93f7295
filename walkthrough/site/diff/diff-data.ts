import type { Chapter } from "../../../shared/course/chapters.ts";
import type { CourseText, Side } from "../../../shared/course/diff/compare-chapters.ts";

/**
 * The texts of all chapters and their colours, as /data/diff.json holds them. Chapters are copies: each text is
 * there once, and so is each line, or the file would be seven times as long.
 */
export type DiffData = {
  /** The ladder, in order. */
  chapters: Chapter[];
  /** How a piece of a line can look: the classes of its element. */
  looks: string[];
  /** Every line that there is. */
  lines: Line[];
  /** Every text that there is: places in `lines`, to be joined by line ends. */
  texts: number[][];
  /** By folder and path below it: places in `texts`. */
  folders: Record<string, Record<string, number>>;
  /** The place in `texts` of shared/events.ts. */
  events: number;
};

/** A text, and its colours: "6a1_3b" is six characters in the first look, one in none, three in the second. */
export type Line = [text: string, colors: string];

/** By number, name or folder, as the command takes it. Throws one line when there is no such chapter. */
export function chapterOf(data: DiffData, text: string): Chapter {
  const wanted = text.trim();
  const chapter = data.chapters.find(
    ({ number, folder, name }) =>
      wanted === folder || wanted === name || (/^\d+$/.test(wanted) && Number(wanted) === number),
  );
  if (chapter) return chapter;
  const known = data.chapters.map((each) => each.folder).join(", ");
  throw new Error(`No chapter "${text}". Use one of: ${known}.`);
}

export function sideOf(data: DiffData, folder: string): Side {
  const bytes = new TextEncoder();
  const files = Object.entries(data.folders[folder] ?? {}).map(
    ([path, place]): [string, Uint8Array] => [path, bytes.encode(textAt(data, place))],
  );
  return { chapter: chapterOf(data, folder), files: new Map(files) };
}

export function courseText(data: DiffData): CourseText {
  return { chapters: data.chapters, events: textAt(data, data.events) };
}

/** The lines of a file with their colours; none when the chapter does not have it. */
export function linesOf(data: DiffData, folder: string, path: string): Line[] {
  return linesAt(data, data.folders[folder]?.[path]);
}

export function eventLines(data: DiffData): Line[] {
  return linesAt(data, data.events);
}

function textAt(data: DiffData, place: number): string {
  return linesAt(data, place)
    .map(([text]) => text)
    .join("\n");
}

function linesAt({ texts, lines }: DiffData, place: number | undefined): Line[] {
  const numbers = place === undefined ? [] : (texts[place] ?? []);
  return numbers.map((number) => lines[number] ?? ["", ""]);
}

/** The events that came up between two chapters, whichever is the earlier one. */
export function newEventsBetween({ chapters }: DiffData, [from, to]: [Chapter, Chapter]): string[] {
  const [low, high] = [Math.min(from.number, to.number), Math.max(from.number, to.number)];
  return chapters
    .filter(({ number }) => number > low && number <= high)
    .flatMap(({ newEvents }) => newEvents);
}
