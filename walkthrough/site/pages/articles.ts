import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Token, Tokens } from "marked";
import { chapters } from "../../../shared/course/chapters.ts";
import type { Chapter } from "../../../shared/course/manifest/chapter.ts";
import type { Heading } from "../../../shared/course/walkthrough/headings.ts";
import type { Html } from "../html.ts";
import type { RecordingIndex } from "../recording/recording.ts";
import { type Played, playedBy } from "./commands.ts";
import { renderMarkdown } from "./markdown.ts";
import { plainText } from "./plain-text.ts";

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

/** Of the turns that the page shows, the first that has most of what its chapter adds. */
function playedOn(
  tokens: Token[],
  chapter: Chapter | undefined,
  index: RecordingIndex,
): Played | undefined {
  const commands = tokens.flatMap((token) => (token.type === "code" ? commandsOf(token) : []));
  const shown = commands.flatMap((command) => playedBy(command, index) ?? []);
  const own = shown.filter((played) => !chapter || played.chapter === chapter.folder);
  const more = index
    .filter((each) => each.chapter === chapter?.folder)
    .flatMap(({ scenarios }) =>
      ["run-command", "read-file", "greeting"].filter((name) =>
        scenarios.some((each) => each.name === name),
      ),
    )
    .map((scenario) => ({ chapter: chapter?.folder ?? "", scenario }));
  const news = (played: Played) => {
    const events = eventsOf(played, index);
    return chapter?.newEvents.filter((type) => events.includes(type)).length ?? 0;
  };
  return [...own, ...more].toSorted((a, b) => news(b) - news(a))[0];
}

export function eventsOf(played: Played, index: RecordingIndex): string[] {
  const { scenarios = [] } = index.find(({ chapter }) => chapter === played.chapter) ?? {};
  return scenarios.find(({ name }) => name === played.scenario)?.events ?? [];
}

function commandsOf(token: Token): string[] {
  const { lang, text } = token as Tokens.Code;
  if (lang !== "console") return [];
  return text.split("\n").flatMap((line) => (line.startsWith("$ ") ? [line.slice(2)] : []));
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
