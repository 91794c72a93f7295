import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectRoot } from "../project-root.ts";

/** What someone has done with a chapter, besides building it. */
export type ChapterMarks = {
  /** ISO 8601, of the last time. */
  readAt?: string;
  /** The same. */
  ranAt?: string;
};

/** By the folder below chapters/. */
export type Marks = Record<string, ChapterMarks>;

/** What is in the file, also what this version does not know: it is kept. */
type MarksFile = { chapters: Record<string, object> };

/** Where git does not look, so that an update of the clone leaves it alone. */
export function marksPath(): string {
  return join(process.env.ONE_TURN_STATE || join(projectRoot(), ".one-turn"), "progress.json");
}

/** `said` is a line for the reader, when the file was damaged and had to be put aside. */
export function readMarks(): { marks: Marks; said?: string } {
  const { file, said } = readFile();
  const marks = Object.entries(file.chapters).map(([folder, known]): [string, ChapterMarks] => {
    const { readAt, ranAt } = known as Record<string, unknown>;
    return [folder, { readAt: asText(readAt), ranAt: asText(ranAt) }];
  });
  return { marks: Object.fromEntries(marks), said };
}

/** Never throws: a mark that cannot be kept is a line on stderr. */
export function noteMark(folder: string, mark: keyof ChapterMarks): void {
  const { file, said } = readFile();
  if (said) console.error(said);
  const chapter = { ...file.chapters[folder], [mark]: new Date().toISOString() };
  try {
    writeWhole({ ...file, chapters: { ...file.chapters, [folder]: chapter } });
  } catch (error) {
    console.error(`Your progress could not be kept: ${(error as Error).message}`);
  }
}

function readFile(): { file: MarksFile; said?: string } {
  const path = marksPath();
  if (!existsSync(path)) return { file: { chapters: {} } };
  try {
    const file = JSON.parse(readFileSync(path, "utf8"));
    if (isMarksFile(file)) return { file };
  } catch {
    // put aside below
  }
  return { file: { chapters: {} }, said: putAside(path) };
}

function putAside(path: string): string {
  const aside = path.replace(/\.json$/, `-${randomUUID().slice(0, 8)}.json`);
  try {
    renameSync(path, aside);
    return `What you have read and run could not be made out; the file is now ${aside}`;
  } catch (error) {
    return `What you have read and run cannot be looked up: ${(error as Error).message}`;
  }
}

function writeWhole(file: MarksFile): void {
  const path = marksPath();
  const copy = `${path}.${randomUUID()}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(copy, `${JSON.stringify(file, null, 2)}\n`);
  renameSync(copy, path);
}

function isMarksFile(value: unknown): value is MarksFile {
  const { chapters } = Object(value);
  return isRecord(chapters) && Object.values(chapters).every(isRecord);
}

function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
