import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Browser } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

const elsewhere = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  ...[process.env.PROGRAMFILES, process.env["PROGRAMFILES(X86)"], process.env.LOCALAPPDATA].map(
    (folder) => join(folder ?? "", "Google/Chrome/Application/chrome.exe"),
  ),
];

/** Quiet: it asks nobody for anything, so that what leaves the machine is the page's own doing. */
const args = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The path of an installed Chromium or Chrome, or of the one that CHROMIUM names. Throws when that is not there. */
export function findChromium(): string | undefined {
  const { CHROMIUM } = process.env;
  if (CHROMIUM && !existsSync(CHROMIUM)) throw new Error(`There is no Chromium at ${CHROMIUM}.`);
  if (CHROMIUM) return CHROMIUM;
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/snap/bin"];
  const inPath = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...inPath, ...elsewhere].find((path) => existsSync(path));
}

/** Throws one line when it does not start. */
export async function startChromium(executablePath: string): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  return chromium.launch({ executablePath, args }).catch((error: Error) => {
    const [reason] = error.message.split("\n");
    throw new Error(`${executablePath} does not start as a browser: ${reason}`);
  });
}
