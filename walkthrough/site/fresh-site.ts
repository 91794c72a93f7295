import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, realpath, rm } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { takeLock } from "../../shared/course/lock.cjs";
import { projectRoot } from "../../shared/course/project-root.ts";
import { type BuildOptions, buildSite } from "./build.ts";
import { listFiles } from "./list-files.ts";
import { isWhole, markFinished, readMark } from "./site-mark.ts";
import { openStage, takePlace } from "./staged-folder.ts";

export type FreshOptions = BuildOptions & {
  /** By default walkthrough/site/dist. Another one is refused when it holds anything but a site. */
  outDir?: string;
  /** Where nothing can be written, be content with a site of earlier sources. */
  orEarlier?: boolean;
  /** Told what takes long, when something does, and of an earlier site. */
  onWait?: (why: string) => void;
};

const sourceFolders = ["chapters", "shared", "walkthrough"];
const usual = ["walkthrough", "site", "dist"];

/** Builds the site when it is not the one that its sources make. Returns its folder; throws one line. */
export async function freshSite({
  outDir: asked,
  orEarlier = false,
  onWait = () => {},
  ...options
}: FreshOptions): Promise<string> {
  const root = projectRoot();
  const named = asked ?? join(root, ...usual);
  // the place of a link is not to be taken by a folder
  const outDir = await realpath(named).catch(() => named);
  if (named !== join(root, ...usual)) await refuseForeign(root, outDir);
  const release = takeLock(join(root, ".one-turn", "site.lock"), () => {
    onWait("Another process builds the pages; waiting for it.");
  });
  try {
    const sources = await hashOf(root, options);
    const mark = await readMark(outDir);
    const before = mark && (await isWhole(outDir, mark)) ? mark.sources : undefined;
    if (before === sources) return outDir;
    const stage = await openStage(outDir).catch(() => {
      if (orEarlier && before !== undefined) return undefined;
      throw new Error(
        `Nothing can be written to ${outDir}: name another folder with --build --out.`,
      );
    });
    if (stage === undefined) {
      onWait("These pages are of earlier sources: nothing can be written beside them.");
    } else {
      onWait(
        "The pages are being built. The first time, every turn is played too: a minute or two.",
      );
      await buildIn(stage, { ...options, outDir, sources });
    }
    return outDir;
  } finally {
    release();
  }
}

async function buildIn(
  stage: string,
  { outDir, sources, ...options }: BuildOptions & { outDir: string; sources: string },
): Promise<void> {
  try {
    await buildSite(stage, options);
    await markFinished(stage, sources);
    await takePlace(stage, outDir);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

/** What is in the folder will be gone, and what is put among the sources would be one of them. */
async function refuseForeign(root: string, outDir: string): Promise<void> {
  const [first = ""] = relative(await realpath(root), outDir).split(sep);
  if (sourceFolders.includes(first)) {
    throw new Error(`${outDir} is among what the pages are made of: name another with --out.`);
  }
  if (!existsSync(outDir) || (await readMark(outDir))) return;
  const names = await readdir(outDir).catch(() => {
    throw new Error(`${outDir} is not a folder: name another with --out.`);
  });
  if (names.length === 0) return;
  throw new Error(`${outDir} holds something else than these pages: name another with --out.`);
}

/** The same wherever the repository lies. */
async function hashOf(root: string, { base, pages, recordings }: BuildOptions): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify([base, recordings]));
  const folders = sourceFolders.map((name) => join(root, name));
  hash.update(await readFile(join(root, "package-lock.json")));
  for (const folder of pages ? [...folders, pages] : folders) {
    for (const path of await listFiles(folder)) {
      const file = join(folder, path);
      if (file.startsWith(join(root, ...usual))) continue;
      hash.update(`${relative(root, file)}\0`).update(await readFile(file));
    }
  }
  return hash.digest("hex");
}
