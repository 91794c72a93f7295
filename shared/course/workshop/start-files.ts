import { readChapter } from "../carry/chapter-files.ts";
import type { Chapter } from "../chapters.ts";
import { findDeclarations } from "../walkthrough/declarations.ts";
import type { Exercise, StartRecord } from "./exercise.ts";
import { findBody } from "./find-body.ts";
import { replaceOnce } from "./replace-once.ts";

/** Texts by their path below the chapter, with "/". */
export type Files = Map<string, string>;

/** A chapter as it is. */
export function solutionFiles(root: string, folder: string): Files {
  const versions = readChapter(root, folder);
  return new Map([...versions].map(([path, { bytes }]) => [path, bytes.toString("utf8")]));
}

/** What an exercise begins with: the chapter, with what the learner writes taken out. */
export async function startFiles(
  root: string,
  exercise: Exercise,
  chapters: Chapter[],
): Promise<Files> {
  const place = chapters.findIndex(({ folder }) => folder === exercise.folder);
  const before = solutionFiles(root, chapters[place - 1]?.folder ?? "");
  const files = solutionFiles(root, exercise.folder);
  for (const record of exercise.start) await apply(files, before, record);
  return files;
}

async function apply(files: Files, before: Files, record: StartRecord): Promise<void> {
  const { file } = record;
  const source = textOf(files, file);
  if ("find" in record) {
    files.set(file, replaceOnce(file, source, record));
  } else if ("step" in record) {
    const { start, end } = await findBody(file, source, record.symbol);
    files.set(file, source.slice(0, start) + stubBody(source, start, record) + source.slice(end));
  } else if ("symbol" in record) {
    const now = await spanOf(file, source, record.symbol);
    const earlier = textOf(before, file);
    const then = await spanOf(file, earlier, record.symbol);
    const text = earlier.slice(then.start, then.end);
    files.set(file, source.slice(0, now.start) + text + source.slice(now.end));
  } else {
    const earlier = before.get(file);
    if (earlier === undefined) files.delete(file);
    else files.set(file, earlier);
  }
}

/** "session.ts: dispatch": what a stub says of itself, and what is looked for to know how far someone is. */
export function stubSentence(step: number, symbol: string): string {
  return `Step ${step}: ${symbol} is not written yet.`;
}

function stubBody(
  source: string,
  start: number,
  { step, symbol, body }: { step: number; symbol: string; body?: string },
): string {
  const lineStart = source.lastIndexOf("\n", start - 1) + 1;
  const indent = /^[ \t]*/.exec(source.slice(lineStart, start))?.[0] ?? "";
  const lines =
    body === undefined
      ? [`throw new Error("${stubSentence(step, symbol)}");`]
      : [`// ${stubSentence(step, symbol)}`, ...body.split("\n")];
  return `{\n${lines.map((line) => `${indent}  ${line}\n`).join("")}${indent}}`;
}

function textOf(files: Files, file: string): string {
  const text = files.get(file);
  if (text === undefined) throw new Error(`No file "${file}" for the start of the exercise.`);
  return text;
}

async function spanOf(file: string, source: string, symbol: string) {
  const found = (await findDeclarations(file, source)).find(({ name }) => name === symbol);
  if (!found) throw new Error(`${file} declares no "${symbol}".`);
  return found;
}
