import type { Browser } from "playwright-core";
import { findChromium, startChromium } from "../../walkthrough/site/chromium.ts";

const chromium = findChromium();

/** Whether there is a browser to test with. Where there has to be one, its absence fails the tests. */
export const hasBrowser = chromium !== undefined || process.env.CI_SITE === "1";

if (!chromium) {
  console.warn("No Chromium is installed, so the pages are not tested. CHROMIUM=/path names one.");
}

export async function openBrowser(): Promise<Browser> {
  if (!chromium) throw new Error("CI_SITE is set and there is no Chromium: install one.");
  return startChromium(chromium);
}
