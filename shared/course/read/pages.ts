import { type Chapter, chapters } from "../chapters.ts";

/** A page of the walkthrough. */
export type ReadablePage = {
  /** As `one-turn read` takes it: "02", "vocabulary". */
  name: string;
  /** Below walkthrough/. */
  file: string;
  chapter?: Chapter;
};

export const otherPages = [
  { name: "one-turn", about: "the map: all that happens between your line and the answer" },
  { name: "vocabulary", about: "our events beside the words of other agents and protocols" },
  { name: "workshop", about: "for whoever leads a room: plans, hints, catching up" },
];

export const readablePages: ReadablePage[] = [
  ...chapters.map((chapter) => ({
    name: chapter.folder.slice(0, 2),
    file: `${chapter.folder}.md`,
    chapter,
  })),
  ...otherPages.map(({ name }) => ({ name, file: `${name}.md` })),
];

/** By a chapter's number, name or folder, or the page's own name. Throws one line that lists the pages. */
export function findReadable(text: string): ReadablePage {
  const wanted = text.trim().replace(/\.md$/, "");
  const found = readablePages.find(
    ({ name, chapter }) =>
      wanted === name ||
      wanted === chapter?.folder ||
      wanted === chapter?.name ||
      (/^\d+$/.test(wanted) && Number(wanted) === chapter?.number),
  );
  if (found) return found;
  const known = readablePages.map(({ name, chapter }) =>
    chapter ? chapter.folder.replace("-", " ") : name,
  );
  throw new Error(`No page "${text}". Use one of: ${known.join(", ")}.`);
}
