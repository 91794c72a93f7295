import type { Look } from "../../trace/look.ts";
import { type Chapter, chapters, findChapter } from "../chapters.ts";
import { showText } from "../full-screen/show-text.ts";
import { projectRoot } from "../project-root.ts";
import type { ChapterDiff } from "./chapter-diff.ts";
import type { DiffFlags } from "./command.ts";
import { diffChapters } from "./diff-chapters.ts";
import { drawCounts, drawDiff, drawNames } from "./draw-diff.ts";
import { drawFile } from "./draw-file.ts";
import { drawLadder } from "./draw-ladder.ts";
import { drawTraces } from "./draw-traces.ts";
import { alarms, ladderStats, readLadder } from "./ladder-stats.ts";
import { pickFile } from "./pick-file.ts";

/** What `one-turn diff` prints. Whether it was paged. Throws one line for arguments that make no sense. */
export async function showDiff(
  from: string | undefined,
  to: string | undefined,
  flags: DiffFlags,
): Promise<boolean> {
  const data = await compare(from, to, flags);
  if (!flags.json) return showText(data.draw, { mayPage: flags.pager });
  console.log(JSON.stringify(data.json, null, 2));
  return false;
}

/** One comparison, for programs and for people. */
export type Comparison = {
  json: unknown;
  draw(look: Look): string[];
};

async function compare(
  from: string | undefined,
  to: string | undefined,
  flags: DiffFlags,
): Promise<Comparison> {
  refuseContradictions(flags);
  if (from === undefined && flags.stat) return compareLadder();
  const [before, after] = twoChapters(from, to);
  if (flags.trace) {
    // loads the client and the offline model
    const { compareTraces } = await import("./compare-traces.ts");
    const traces = await compareTraces(before, after, flags.scenario);
    return { json: traces, draw: (look) => drawTraces(traces, look) };
  }
  const all = diffChapters({ root: projectRoot(), chapters }, before, after);
  const diff = flags.file === undefined ? all : pickFile(all, flags.file);
  return { json: diff, draw: (look) => draw(diff, look, flags) };
}

function draw(diff: ChapterDiff, look: Look, flags: DiffFlags): string[] {
  if (flags.stat) return drawCounts(diff, look);
  if (flags.names) return drawNames(diff, look);
  if (flags.file === undefined) return drawDiff(diff, look, { full: flags.full === true });
  const [file] = diff.files;
  if (file) return drawFile(file, diff, look, { full: true }).slice(1);
  return [`${diff.unchanged[0]} is the same in ${diff.from.folder} and ${diff.to.folder}.`];
}

function compareLadder(): Comparison {
  const stats = ladderStats(readLadder(projectRoot()));
  const found = alarms(stats);
  return {
    json: { ...stats, alarms: found },
    draw: (look) => drawLadder(stats, found, look),
  };
}

function refuseContradictions(flags: DiffFlags): void {
  const views = (["stat", "names", "trace"] as const).filter((view) => flags[view]);
  if (views.length > 1) {
    throw new Error(`Use one of --${views.join(" and --")}: each is a view of its own.`);
  }
  if (flags.trace && flags.file !== undefined) {
    throw new Error("A trace belongs to no file. Use --file without --trace.");
  }
  if (flags.scenario !== undefined && !flags.trace) {
    throw new Error("--scenario names the turn for --trace. Add --trace.");
  }
}

function twoChapters(from: string | undefined, to: string | undefined): [Chapter, Chapter] {
  if (from !== undefined && to !== undefined) return [findChapter(from), findChapter(to)];
  const known = chapters.map(({ folder }) => folder.replace("-", " ")).join(", ");
  throw new Error(`Name two chapters, as in: npx one-turn diff 01 02. Chapters: ${known}.`);
}
