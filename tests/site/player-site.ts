import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { chapters } from "../../shared/course/chapters.ts";
import { buildSite } from "../../walkthrough/site/build.ts";
import { recordChapter } from "../../walkthrough/site/recording/record-all.ts";
import type { Recording } from "../../walkthrough/site/recording/recording.ts";
import { serveSite } from "../../walkthrough/site/serve.ts";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

export type PlayerSite = {
  recording(chapter: string, scenario: string): Recording;
  /** A page of its own, with nothing of another's left in it. */
  open(query: string, options?: BrowserContextOptions): Promise<OpenPage>;
  close(): Promise<void>;
};

export type OpenPage = {
  page: Page;
  /** What the browser had to complain of, and what was asked of another host. */
  troubles: string[];
  /** What axe finds wrong, by rule. */
  barriers(): Promise<string[]>;
};

/** The site with a few chapters to play, in a real browser. */
export async function openPlayerSite(numbers: number[]): Promise<PlayerSite> {
  const outDir = await mkdtemp(join(tmpdir(), "one-turn-site-"));
  const recorded = chapters.filter(({ number }) => numbers.includes(number)).map(recordChapter);
  const recordings = (await Promise.all(recorded)).flat();
  await buildSite({ outDir, recordings });
  const served = await serveSite({ folder: outDir, port: 0 });
  const browser = await launch();
  const root = `http://127.0.0.1:${served.port}/`;
  return {
    recording(chapter, scenario) {
      const found = recordings.find(
        (each) => each.chapter === chapter && each.scenario === scenario,
      );
      if (!found) throw new Error(`${scenario} was not recorded in ${chapter}.`);
      return found;
    },
    open: (query, options) => openPage(browser, root, query, options),
    async close() {
      await browser.close();
      await served.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}

function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: [
      ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
      ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
    ],
  });
}

async function openPage(
  browser: Browser,
  root: string,
  query: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...options,
  });
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) troubles.push(message.text());
  });
  page.on("pageerror", ({ message }) => troubles.push(message));
  page.on("request", (request) => {
    if (!request.url().startsWith(root) && !request.url().startsWith("data:")) {
      troubles.push(request.url());
    }
  });
  await page.goto(`${root}player/${query}`);
  if (options.javaScriptEnabled !== false) await page.waitForSelector(".stage, .trouble");
  return { page, troubles, barriers: () => findBarriers(page) };
}

async function findBarriers(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: axe });
  const found = await page.evaluate("axe.run('main').then(({ violations }) => violations)");
  const violations = found as { id: string; nodes: { html: string }[] }[];
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
