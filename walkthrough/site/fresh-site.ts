import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { takeLock } from "../../shared/course/lock.cjs";
import { projectRoot } from "../../shared/course/project-root.ts";
import { type BuildOptions, buildSite, defaultOutDir, siteMark } from "./build.ts";

export type FreshOptions = BuildOptions & {
  /** Told what takes long, when something does. */
  onWait?: (why: string) => void;
};

/** Builds the site when it is not the one that its sources make. Returns its folder; throws one line. */
export async function freshSite({ onWait = () => {}, ...options }: FreshOptions): Promise<string> {
  const root = projectRoot();
  const outDir = options.outDir ?? defaultOutDir(root);
  const release = takeLock(join(root, ".one-turn", "site.lock"), () => {
    onWait("Another process builds the pages; waiting for it.");
  });
  try {
    const sources = await hashOf(root, options);
    const before = await readFile(join(outDir, siteMark), "utf8").catch(() => undefined);
    if (before === sources) return outDir;
    if (before === undefined && outDir !== defaultOutDir(root)) await refuseForeign(outDir);
    onWait("The pages are being built. The first time, every turn is played too: a minute or two.");
    await buildSite({ ...options, outDir });
    await writeFile(join(outDir, siteMark), sources);
    return outDir;
  } finally {
    release();
  }
}

/** A build empties its folder. */
async function refuseForeign(outDir: string): Promise<void> {
  if (!existsSync(outDir)) return;
  const names = await readdir(outDir).catch(() => {
    throw new Error(`${outDir} is not a folder: name another with --out.`);
  });
  if (names.length === 0) return;
  throw new Error(`${outDir} holds something else than these pages: name another with --out.`);
}

async function hashOf(root: string, { base, pages, recordings }: BuildOptions): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify([base, recordings]));
  const folders = ["chapters", "shared", "walkthrough"].map((name) => join(root, name));
  const files = [...folders, ...(pages ? [pages] : [])].map(listFiles);
  for (const file of [join(root, "package-lock.json"), ...(await Promise.all(files)).flat()]) {
    hash.update(`${file}\0`).update(await readFile(file));
  }
  return hash.digest("hex");
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(join(projectRoot(), "walkthrough", "site", "dist")))
    .sort();
}
