import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Token } from "marked";
import { chapters } from "../../../shared/course/chapters.ts";
import type { Chapter } from "../../../shared/course/manifest/chapter.ts";
import type { Heading } from "../../../shared/course/walkthrough/headings.ts";
import type { Html } from "../html.ts";
import type { RecordingIndex } from "../recording/recording.ts";
import type { Played } from "./commands.ts";
import { renderMarkdown } from "./markdown.ts";
import { plainText } from "./plain-text.ts";
import { playedOn } from "./played-turn.ts";

/** A page of the walkthrough, ready to be laid out. */
export type Article = {
  /** Of its file, without ".md": "03-events", "README". */
  name: string;
  title: string;
  description: string;
  chapter?: Chapter;
  /** As it stands in the repository. */
  text: string;
  body: Html;
  headings: Heading[];
  tokens: Token[];
  /** The turn that the page talks about. */
  played?: Played;
};

const first = ["README", "one-turn"];
const last = ["vocabulary", "workshop"];

/** Every page, in the order in which one reads them. */
export async function readArticles(folder: string, index: RecordingIndex): Promise<Article[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".md"));
  const pages = new Set(names.map((name) => name.slice(0, -".md".length)));
  const articles = [...pages].map(async (name) => {
    const text = await readFile(join(folder, `${name}.md`), "utf8");
    return readArticle(name, text, pages, index);
  });
  return (await Promise.all(articles)).sort(
    (a, b) => place(a) - place(b) || (a.name < b.name ? -1 : 1),
  );
}

/** Where a page lies below the root: "" or "03-events/". */
export function addressOf({ name }: Pick<Article, "name">): string {
  return name === "README" ? "" : `${name}/`;
}

async function readArticle(
  name: string,
  text: string,
  pages: Set<string>,
  index: RecordingIndex,
): Promise<Article> {
  const root = name === "README" ? "" : "../";
  const { body, headings, tokens } = await renderMarkdown(text, { root, pages, index });
  const chapter = chapters.find(({ folder }) => folder === name);
  const heading = tokens.find((token) => token.type === "heading");
  const opening = tokens.find((token) => token.type === "paragraph");
  const played = playedOn(tokens, chapter, index);
  return {
    name,
    title: plainText(heading ? [heading] : []) || name,
    description: chapter?.layer ?? firstSentences(plainText(opening ? [opening] : [])),
    ...(chapter && { chapter }),
    text,
    body,
    headings,
    tokens,
    ...(played && { played }),
  };
}

function firstSentences(text: string): string {
  if (text.length <= 160) return text;
  const cut = text.slice(0, 160);
  return (
    text.slice(0, Math.max(cut.lastIndexOf(". ") + 1, 0)) ||
    `${cut.slice(0, cut.lastIndexOf(" "))} …`
  );
}

function place({ name }: Article): number {
  if (first.includes(name)) return first.indexOf(name);
  return last.includes(name) ? 200 + last.indexOf(name) : 100;
}
