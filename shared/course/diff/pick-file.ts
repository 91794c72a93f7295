import type { ChapterDiff } from "./chapter-diff.ts";

/**
 * The comparison with nothing left but one file, named by its path or the end of it. A file that is
 * the same on both sides is left under `unchanged`. Throws one line that lists the files.
 */
export function pickFile(diff: ChapterDiff, wanted: string): ChapterDiff {
  const paths = [...diff.files.map(({ path }) => path), ...diff.unchanged];
  const path = findPath(paths, wanted.replaceAll("\\", "/").replace(/^\.\//, ""));
  if (path === undefined) throw new Error(noSuchFile(diff, wanted));
  const files = diff.files.filter((file) => file.path === path);
  return {
    ...diff,
    files,
    unchanged: diff.unchanged.filter((each) => each === path),
    added: files.reduce((sum, { added }) => sum + added, 0),
    removed: files.reduce((sum, { removed }) => sum + removed, 0),
  };
}

function findPath(paths: string[], wanted: string): string | undefined {
  if (paths.includes(wanted)) return wanted;
  const short = wanted.replace(/^chapters\/[^/]+\//, "");
  const ending = paths.filter((path) => path === short || path.endsWith(`/${short}`));
  return ending.length === 1 ? ending[0] : undefined;
}

function noSuchFile({ from, to, files, unchanged }: ChapterDiff, wanted: string): string {
  const differ = files.map(({ path }) => path).join(", ");
  const listed = differ ? `These differ: ${differ}.` : `They have: ${unchanged.join(", ")}.`;
  return `No file "${wanted}" in ${from.folder} or ${to.folder}. ${listed}`;
}
