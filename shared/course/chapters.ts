import { chapters } from "./manifest/all.ts";
import type { Chapter } from "./manifest/chapter.ts";

export { chapters } from "./manifest/all.ts";
export type { Chapter, ChapterFile } from "./manifest/chapter.ts";

/** By number, name or folder: "2", "02", "tools", "02-tools". Throws one line that lists the chapters. */
export function findChapter(text: string): Chapter {
  const wanted = text.trim();
  const chapter = chapters.find(
    ({ number, folder, name }) =>
      wanted === folder || wanted === name || (/^\d+$/.test(wanted) && Number(wanted) === number),
  );
  if (chapter) return chapter;
  const known = chapters.map(({ folder }) => folder.replace("-", " ")).join(", ");
  throw new Error(`No chapter "${text}". Use one of: ${known}.`);
}
