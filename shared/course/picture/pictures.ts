import { findChapter } from "../chapters.ts";
import type { IsThere } from "./wait-for-window.ts";

/** A picture of a chapter, which the repository keeps. */
export type Picture = {
  folder: string;
  /** For readers who do not see it; the README says the same. */
  alt: string;
  /** Whether a window shows the whole turn, and nothing in it will change by itself. */
  showsTurn: IsThere;
};

export const pictures: Picture[] = [
  {
    folder: "04-reducer",
    alt: "Chapter 04 in a terminal: the same question, calls and answer as plain lines, with the marks of Markdown in them.",
    showsTurn: (text) => text.includes("`node --test`") && !text.includes("(working)"),
  },
  {
    folder: "05-tui",
    alt: "Chapter 05 in a terminal: a question, a call that failed in red, a call that found two lines, an answer with a coloured diff and a list, a status line, and text that is being typed.",
    // the marks of Markdown are gone once it is drawn
    showsTurn: (text) => text.includes(" node --test") && text.includes(" ready "),
  },
];

/** By whatever names the chapter. Throws one line that lists the chapters there are pictures of. */
export function findPicture(text: string): Picture {
  const { folder } = findChapter(text);
  const picture = pictures.find((each) => each.folder === folder);
  if (picture) return picture;
  const known = pictures.map((each) => each.folder.replace("-", " ")).join(", ");
  throw new Error(`There is no picture of ${folder.replace("-", " ")}. Use one of: ${known}.`);
}
