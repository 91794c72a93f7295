import type { Command } from "commander";
import { projectRoot } from "../project-root.ts";
import { describeDrift } from "./check-blocks.ts";
import { checkWalkthrough, type WalkthroughReport } from "./check-walkthrough.ts";
import { fillBlocks, lineAfterFilling } from "./fill-blocks.ts";
import { byPlace } from "./page.ts";

type Options = {
  check?: true;
  sync?: true;
  build?: true;
  out?: string;
  base?: string;
  port?: string;
};

/** Adds `walkthrough`. Exit code 1 when something untrue is left in the text. */
export function addWalkthroughCommand(program: Command): void {
  program
    .command("walkthrough")
    .description("read the pages in a browser, or hold them against what they quote")
    .option("--port <number>", "where to serve it on 127.0.0.1; 4177, or the next that is free")
    .option("--build", "build the pages and serve nothing")
    .option("--out <folder>", "where --build puts them; walkthrough/site/dist without it")
    .option(
      "--base <path>",
      "where the site will lie on its host, such as /one-turn/; / without it",
    )
    .option("--check", "tell every line of the text that is not true")
    .option("--sync", "fill quoted code and output anew, and tell what is left")
    .action(async (options: Options) => {
      refuseMixed(options);
      const { check, sync, build, out, base, port } = options;
      if (check || sync) return holdText(program, sync === true);
      const { buildPages, servePages } = await import("./pages.ts");
      await (build ? buildPages(out, base) : servePages(port));
    });
}

function refuseMixed({ check, sync, build, out, base, port }: Options): void {
  if (check && sync) {
    throw new Error("Say one of: --check tells what is not true in the text, --sync fills it in.");
  }
  const other = build ? "--build" : out ? "--out" : base ? "--base" : port ? "--port" : undefined;
  if ((check || sync) && other) {
    throw new Error(`${check ? "--check" : "--sync"} looks at the text: leave out ${other}.`);
  }
  if (out !== undefined && !build) {
    throw new Error("--out says where --build puts the pages: add --build.");
  }
  if (base !== undefined && !build) {
    throw new Error("--base says where what --build makes will lie: add --build.");
  }
  if (build && port !== undefined) throw new Error("--build serves nothing: leave out --port.");
}

async function holdText(program: Command, sync: boolean): Promise<void> {
  const commands = ["help", ...program.commands.map((command) => command.name())];
  const root = projectRoot();
  const report = await checkWalkthrough({ root, commands });
  const left = await tell(root, report, sync);
  if (left > 0) process.exitCode = 1;
}

/** Prints what was found, and what was filled. Returns how many problems are left. */
async function tell(root: string, report: WalkthroughReport, sync: boolean): Promise<number> {
  const { drifts } = report;
  const drifted = { filled: [], problems: drifts.map(describeDrift) };
  const { filled, problems } = sync ? await fillBlocks(root, drifts) : drifted;
  for (const { page, block } of filled) {
    const line = lineAfterFilling(filled, page.path, block.line);
    console.log(`${page.path}:${line}: filled block "${block.info}"`);
  }
  const left = [...problems, ...report.problems].sort(byPlace);
  for (const { page, line, message } of left) {
    console.log(`${page}:${lineAfterFilling(filled, page, line)}: ${message}`);
  }
  if (left.length === 0) console.log(summarize(report));
  return left.length;
}

function summarize({ pages, quoted, commandsRun, sketches }: WalkthroughReport): string {
  return `The text is true. Pages: ${pages}, quoted blocks: ${quoted}, commands run: ${commandsRun}, sketches: ${sketches}.`;
}
