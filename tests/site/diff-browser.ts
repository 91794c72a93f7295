import type { Browser, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { openBrowser } from "./browser.ts";
import { openTestSite, type TestSite } from "./test-site.ts";

export type Look = { width?: number; theme?: "light" | "dark"; scripts?: boolean };

export type DiffSite = {
  /** A page in a window of its own, which is closed with the test. An error in it fails the test. */
  open(path: string, look?: Look): Promise<Page>;
  close(): Promise<void>;
};

export async function openDiffSite(): Promise<DiffSite> {
  const site = await openTestSite();
  const browser = await openBrowser();
  return {
    open: (path, look = {}) => open(browser, site, path, look),
    async close() {
      await browser.close();
      await site.close();
    },
  };
}

async function open(browser: Browser, site: TestSite, path: string, look: Look): Promise<Page> {
  const { width = 1440, theme = "light", scripts = true } = look;
  const page = await browser.newPage({
    viewport: { width, height: 900 },
    colorScheme: theme,
    javaScriptEnabled: scripts,
  });
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  onTestFinished(async () => {
    await page.close();
    if (errors.length > 0) throw new Error(`${path}: ${errors.join("; ")}`);
  });
  await page.goto(`${site.address}${path}`);
  await page.locator("#pair:not([aria-busy=true])").waitFor();
  return page;
}
