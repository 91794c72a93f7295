import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { chapters } from "../../shared/course/chapters.ts";
import { projectRoot } from "../../shared/course/project-root.ts";
import { bundleClient, type ClientFiles, type Entry } from "./bundle-client.ts";
import { diffPages } from "./diff/diff-pages.ts";
import { keptData } from "./diff/kept-data.ts";
import { trusted } from "./html.ts";
import { type Article, addressOf, readArticles } from "./pages/articles.ts";
import { articleBody } from "./pages/chapter-page.ts";
import { codeFiles } from "./pages/code-files.ts";
import { ladder } from "./pages/ladder.ts";
import { landing } from "./pages/landing.ts";
import { layOut } from "./pages/layout.ts";
import { llmsText } from "./pages/llms.ts";
import { marginTrace } from "./pages/margin-trace.ts";
import { notFoundBody } from "./pages/not-found.ts";
import { searchIndex } from "./pages/search-index.ts";
import { playerBody } from "./player-page.ts";
import { recordAll, recordingIndex } from "./recording/record-all.ts";
import type { Recording, RecordingIndex } from "./recording/recording.ts";

export type BuildOptions = {
  /** Where the site will lie on its host. Only the page for a wrong address needs to know. */
  base?: string;
  /** Where the pages are. By default walkthrough/. */
  pages?: string;
  /** What there is to play. By default everything, as the chapters do it now. */
  recordings?: Recording[];
};

type Site = {
  root: string;
  outDir: string;
  base: string;
  client: Record<Entry, ClientFiles>;
  articles: Article[];
  recordings: Recording[];
  index: RecordingIndex;
};

/** The whole site, as files that any web server can serve, into a folder where nothing else is. */
export async function buildSite(outDir: string, options: BuildOptions = {}): Promise<void> {
  const root = projectRoot();
  const pages = options.pages ?? join(root, "walkthrough");
  const recordings = options.recordings ?? (await recordAll());
  const index = recordingIndex(recordings);
  const [client, articles] = await Promise.all([
    bundleClient(root, outDir),
    readArticles(pages, index),
  ]);
  const base = options.base ?? "/";
  const site: Site = { root, outDir, base, client, articles, recordings, index };
  await rm(join(outDir, ".vite"), { recursive: true });
  await writePages(site);
  await writeDiff(site);
  await writeData(site);
  await cp(join(pages, "pictures"), join(outDir, "pictures"), { recursive: true });
}

async function writePages({
  outDir,
  base,
  client,
  articles,
  recordings,
  index,
}: Site): Promise<void> {
  const write = writeTo(outDir);
  for (const article of articles) {
    const { name, title, description, text } = article;
    const common = { description, markdown: `${name}.md`, files: [client.page] };
    const isFirst = name === "README";
    const page = isFirst
      ? layOut({
          ...common,
          title: "One Turn",
          root: "",
          kind: "landing",
          body: landing(article, recordings),
        })
      : layOut({
          ...common,
          ...articleBody(article, articles),
          ...{ title, root: "../", kind: "chapter" },
          ladder: ladder("../", articles, article),
          trace: marginTrace("../", article, index),
        });
    await write(`${addressOf(article)}index.html`, page);
    await write(`${name}.md`, text);
  }
  await write("llms.txt", llmsText(articles));
  const player = layOut({
    title: "The turn player",
    description:
      "Step through a recorded turn: the wire, the code, the state and the screen, event by event.",
    root: "../",
    kind: "wide",
    files: [client.page, client.player],
    body: trusted(playerBody()),
  });
  await write("player/index.html", player);
  const notFound = layOut({
    title: "No such page",
    description: "There is nothing at this address.",
    root: base,
    kind: "chapter",
    files: [client.page],
    ladder: ladder(base, articles),
    body: notFoundBody(base),
  });
  await write("404.html", notFound);
}

async function writeDiff({ root, outDir, client, recordings, index }: Site): Promise<void> {
  const write = writeTo(outDir);
  const data = await keptData({ root, chapters });
  await write("data/diff.json", JSON.stringify(data));
  for (const { path, ...page } of diffPages(data, recordings, index)) {
    const files = [client.page, client.diff];
    await write(`${path}index.html`, layOut({ ...page, kind: "wide", files }));
  }
}

async function writeData({ root, outDir, articles, recordings, index }: Site): Promise<void> {
  const write = writeTo(outDir);
  await write("data/search.json", searchIndex(articles));
  await write("data/recordings/index.json", JSON.stringify(index));
  for (const recording of recordings) {
    const path = `data/recordings/${recording.chapter}/${recording.scenario}.json`;
    await write(path, JSON.stringify(recording));
  }
  for (const { folder } of chapters) {
    const files = await codeFiles(root, folder, recordings);
    await write(`data/code/${folder}.json`, JSON.stringify(files));
  }
}

function writeTo(outDir: string) {
  return async (path: string, text: string) => {
    const file = join(outDir, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
}
