import { join } from "node:path";
import type { Browser } from "playwright-core";
import { findChromium, startChromium } from "../../../walkthrough/site/chromium.ts";
import { freshSite } from "../../../walkthrough/site/fresh-site.ts";
import { serveSite } from "../../../walkthrough/site/serve.ts";

export type WebPicture = {
  path: string;
  /** Of the page, behind the root of the site. */
  page: string;
  /** The README says the same. */
  alt: string;
};

export const webPictures: WebPicture[] = [
  {
    path: "walkthrough/pictures/reading.png",
    page: "03-events/#the-idea",
    alt: "A page of the walkthrough: the ladder of chapters on the left, the text of chapter 03 in the middle, and the events of its turn on the right.",
  },
  {
    path: "walkthrough/pictures/player.png",
    page: "player/?chapter=06-streaming&scenario=run-command&event=5",
    alt: "The turn player at a tool.progress: the chips of all events, and under them four panes: the wire, the line of code, the state with what changed, and the terminal.",
  },
  {
    path: "walkthrough/pictures/diff.png",
    page: "diff/02-tools..03-events/#tools/registry.ts",
    alt: "The difference between chapters 02 and 03 in one file: why it changed, and both versions side by side with the changed words marked.",
  },
];

const SIZE = { width: 1280, height: 800 };

/** A real browser to take them with. Throws one line where there is none. */
export async function openChromium(): Promise<Browser> {
  const chromium = findChromium();
  if (!chromium) throw new Error("No Chromium is installed. CHROMIUM=/path names one.");
  return startChromium(chromium);
}

/** Takes all of them anew. */
export async function renewWebPictures(root: string, browser: Browser): Promise<string> {
  const site = await serveSite({ folder: await freshSite({ onWait: console.log }), port: 0 });
  try {
    const page = await browser.newPage({ viewport: SIZE, colorScheme: "light" });
    for (const picture of webPictures) {
      await page.goto(`http://127.0.0.1:${site.port}/${picture.page}`, {
        waitUntil: "networkidle",
      });
      // what lights up while one scrolls
      await page.waitForTimeout(500);
      await page.screenshot({ path: join(root, picture.path) });
    }
  } finally {
    await site.close();
  }
  return `Written: ${webPictures.map(({ path }) => path).join(", ")}.`;
}
