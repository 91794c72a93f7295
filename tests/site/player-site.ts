import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { AxeResults } from "axe-core";
import type { BrowserContextOptions, Page } from "playwright-core";
import type { Recording } from "../../walkthrough/site/recording/recording.ts";
import { openBrowser } from "./browser.ts";
import { openTestSite } from "./test-site.ts";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

export type PlayerSite = {
  recording(chapter: string, scenario: string): Recording;
  /** The player, in a page with nothing of another's left in it. */
  open(query: string, options?: BrowserContextOptions): Promise<OpenPage>;
  close(): Promise<void>;
};

export type OpenPage = {
  page: Page;
  /** What the browser had to complain of, and what was asked of another host. */
  troubles: string[];
  /** What axe finds wrong below the strip on top. */
  barriers(): Promise<string[]>;
};

export async function openPlayerSite(): Promise<PlayerSite> {
  const site = await openTestSite();
  const browser = await openBrowser();
  return {
    recording(chapter, scenario) {
      const path = join(site.folder, "data", "recordings", chapter, `${scenario}.json`);
      return JSON.parse(readFileSync(path, "utf8"));
    },
    async open(query, options = {}) {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        ...options,
      });
      const page = await context.newPage();
      const troubles = watch(page, site.address);
      await page.goto(`${site.address}player/${query}`);
      if (options.javaScriptEnabled !== false) await page.waitForSelector(".event-now");
      return { page, troubles, barriers: () => findBarriers(page) };
    },
    async close() {
      await browser.close();
      await site.close();
    },
  };
}

function watch(page: Page, address: string): string[] {
  const troubles: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) troubles.push(message.text());
  });
  page.on("pageerror", ({ message }) => troubles.push(message));
  page.on("request", (request) => {
    const isOwn = request.url().startsWith(address) || request.url().startsWith("data:");
    if (!isOwn) troubles.push(request.url());
  });
  return troubles;
}

async function findBarriers(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: axe });
  const { violations } = await page.evaluate<AxeResults>("axe.run('main')");
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
