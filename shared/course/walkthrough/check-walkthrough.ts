import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type BlockResult, checkBlocks, type Drift } from "./check-blocks.ts";
import { checkInlineCode } from "./check-inline-code.ts";
import { checkLinks } from "./check-links.ts";
import { checkRendering } from "./check-rendering.ts";
import { checkChapterHeadings } from "./headings.ts";
import type { Known } from "./known-command.ts";
import { byPlace, type Page, type Problem, readPage } from "./page.ts";
import { type RunCommand, runInRepository } from "./run-command.ts";
import { takeTurns } from "./take-turns.ts";

export type CheckOptions = {
  root: string;
  /** The subcommands of one-turn that pages may name. */
  commands: readonly string[];
  /** Runs the commands of console blocks; by default really, in the repository. */
  run?: RunCommand;
};

export type WalkthroughReport = {
  /** What --sync can mend, in the order of pages and lines. */
  drifts: Drift[];
  /** What only an author can mend, in the order of pages and lines. */
  problems: Problem[];
  pages: number;
  quoted: number;
  commandsRun: number;
  sketches: number;
};

/** Holds every page against the repository. Writes nothing there; runs each distinct command once. */
export async function checkWalkthrough(options: CheckOptions): Promise<WalkthroughReport> {
  const { root, commands } = options;
  const known: Known = { root, commands, scripts: await readScripts(root) };
  const run = options.run ?? runInRepository(root);
  let commandsRun = 0;
  const oncePerCommand = takeTurns((command) => {
    commandsRun += 1;
    return run(command);
  }, 2);
  const paths = await listPages(root);
  const results = await Promise.all(paths.map((path) => checkPath(path, known, oncePerCommand)));
  return {
    drifts: results.flatMap(({ drifts }) => drifts),
    problems: results.flatMap(({ problems }) => problems).sort(byPlace),
    pages: paths.length,
    quoted: results.reduce((sum, { quoted }) => sum + quoted, 0),
    commandsRun,
    sketches: results.reduce((sum, { sketches }) => sum + sketches, 0),
  };
}

async function checkPath(path: string, known: Known, run: RunCommand): Promise<BlockResult> {
  try {
    return await checkPage(await readPage(known.root, path), known, run);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { drifts: [], problems: [{ page: path, line: 1, message }], quoted: 0, sketches: 0 };
  }
}

async function checkPage(page: Page, known: Known, run: RunCommand): Promise<BlockResult> {
  const isChapter = /^walkthrough\/\d\d-[^/]*$/.test(page.path);
  const blocks = await checkBlocks(page, known, run);
  const problems = [
    ...page.problems,
    ...blocks.problems,
    ...(await checkRendering(page)),
    ...(await checkLinks(known.root, page)),
    ...(await checkInlineCode(page, known)),
    ...(isChapter ? checkChapterHeadings(page) : []),
  ];
  return { ...blocks, problems };
}

/** The pages of the walkthrough, and those that lead to them. Throws when there is no walkthrough. */
async function listPages(root: string): Promise<string[]> {
  const names = (await readdir(join(root, "walkthrough")).catch(() => [])).sort();
  const pages = names.filter((name) => name.endsWith(".md")).map((name) => `walkthrough/${name}`);
  if (pages.length === 0) throw new Error(`There are no pages in ${join(root, "walkthrough")}.`);
  for (const name of ["README.md", "CONTRIBUTING.md"]) {
    if (await stat(join(root, name)).catch(() => undefined)) pages.push(name);
  }
  return pages;
}

async function readScripts(root: string): Promise<string[]> {
  const { scripts = {} } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  return Object.keys(scripts);
}
