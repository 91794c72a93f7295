import { readdirSync } from "node:fs";
import { join } from "node:path";
import { chapters as allChapters, type Chapter } from "../chapters.ts";
import { readChapter } from "./chapter-files.ts";
import { isSame, type Version } from "./version.ts";

type Files = Map<string, Version>;

/**
 * Holds every chapter against the one before it: what the manifest does not list is a copy, byte for byte, and
 * what it lists is new or differs. One line per problem, none when all is well. Needs no git.
 */
export function checkCopies(root: string, chapters: Chapter[] = allChapters): string[] {
  const problems = checkFolders(root, chapters);
  if (problems.length > 0) return problems;
  let before: { chapter: Chapter; files: Files } | undefined;
  for (const chapter of chapters) {
    const files = readChapter(root, chapter.folder);
    problems.push(...checkEntries(chapter, files, before?.files));
    problems.push(...checkFiles(chapter, files, before));
    before = { chapter, files };
  }
  return problems;
}

function checkFolders(root: string, chapters: Chapter[]): string[] {
  const listed = chapters.map(({ folder }) => folder);
  const entries = readdirSync(join(root, "chapters"), { withFileTypes: true });
  const found = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return [
    ...listed
      .filter((folder) => !found.includes(folder))
      .map(
        (folder) => `chapters/${folder} does not exist, and ${manifestOf(folder)} describes it.`,
      ),
    ...found
      .filter((folder) => !listed.includes(folder))
      .sort()
      .map((folder) => `chapters/${folder} is in no manifest: add ${manifestOf(folder)}.`),
  ];
}

/** Every entry of the manifest names a file, once. */
function checkEntries({ folder, files: entries }: Chapter, files: Files, before?: Files): string[] {
  const paths = entries.map(({ path }) => path);
  return [...new Set(paths)].flatMap((path) => {
    const file = `chapters/${folder}/${path}`;
    const times = paths.filter((each) => each === path).length;
    const twice =
      times > 1 ? [`${file} is listed ${times} times in ${manifestOf(folder)}: leave one.`] : [];
    if (files.has(path) || before?.has(path)) return twice;
    return [
      ...twice,
      `${file} does not exist, and ${manifestOf(folder)} lists it: take it out there.`,
    ];
  });
}

/** Every file that is listed differs, every other one does not, and none is lost. */
function checkFiles(
  { folder, files: entries }: Chapter,
  files: Files,
  before: { chapter: Chapter; files: Files } | undefined,
): string[] {
  const listed = new Set(entries.map(({ path }) => path));
  const gone = new Set(entries.filter(({ role }) => role === "removed").map(({ path }) => path));
  const paths = [...new Set([...files.keys(), ...(before?.files.keys() ?? [])])].sort();
  return paths.flatMap((path) => {
    const file = `chapters/${folder}/${path}`;
    const [was, is] = [before?.files.get(path), files.get(path)];
    if (!before || !was) {
      return listed.has(path)
        ? []
        : [`${file} is new, and ${manifestOf(folder)} does not list it: add it there.`];
    }
    const { folder: earlier, number } = before.chapter;
    const carry = `one-turn carry ${String(number).padStart(2, "0")}`;
    if (is && gone.has(path)) {
      return [
        `${file} is there, and ${manifestOf(folder)} says it is removed: take one of them out.`,
      ];
    }
    if (!is && gone.has(path)) return [];
    if (!is)
      return [
        `${file} is missing, and ${earlier} has it: copy it, or ${carry} if it was deleted there.`,
      ];
    const isCopy = was.bytes.equals(is.bytes);
    if (isCopy && listed.has(path)) {
      return [
        `${file} is the same as in ${earlier}, and ${manifestOf(folder)} lists it: take it out there.`,
      ];
    }
    if (isCopy || listed.has(path)) return [];
    const how = isSame({ ...was, executable: false }, { ...is, executable: false })
      ? " in its line ends"
      : "";
    const what = how ? `bring it back with git checkout ${file}` : carry;
    return [`${file} differs from ${earlier}${how}: ${what}, or list it in ${manifestOf(folder)}.`];
  });
}

function manifestOf(folder: string): string {
  return `shared/course/manifest/${folder}.ts`;
}
