import type { Chapter, ChapterFile } from "../chapters.ts";
import type { FileDiff } from "./chapter-diff.ts";
import type { ComparedFile } from "./compare-files.ts";

/**
 * Files in the order in which the layers between want to be read, each where it comes first and with
 * the reasons of all of them. What the manifest does not know comes last.
 */
export function inReadingOrder(files: ComparedFile[], layers: Chapter[]): FileDiff[] {
  const order = layers.flatMap((layer) => layer.files.map(({ path }) => path));
  const place = (path: string) => (order.includes(path) ? order.indexOf(path) : order.length);
  return files
    .map((file) => ({ ...file, ...entriesOf(file.path, layers) }))
    .sort((one, other) => place(one.path) - place(other.path));
}

function entriesOf(path: string, layers: Chapter[]): Pick<FileDiff, "whys" | "role"> {
  const found = layers.flatMap((layer) => {
    const entry = layer.files.find((file) => file.path === path);
    return entry ? [{ chapter: layer.number, entry }] : [];
  });
  const role = roleOf(found.map(({ entry }) => entry));
  return {
    whys: found.map(({ chapter, entry }) => ({ chapter, why: entry.why })),
    ...(role && { role }),
  };
}

/** What one layer asks for is built, whatever the others hand out. */
function roleOf(entries: ChapterFile[]): FileDiff["role"] {
  if (entries.every(({ role }) => role === "removed")) return undefined;
  return entries.some(({ role }) => role === "build") ? "build" : "given";
}
