import type { Chapter } from "../../../shared/course/chapters.ts";
import { compareChapters } from "../../../shared/course/diff/compare-chapters.ts";
import { type Html, html } from "../html.ts";
import type { Recording, RecordingIndex } from "../recording/recording.ts";
import { pairAddress } from "./addresses.ts";
import { courseText, type DiffData, sideOf } from "./diff-data.ts";
import { drawChoosers } from "./draw-choosers.ts";
import { drawCounts } from "./draw-file.ts";
import { drawPair, type Pair, type SharedTurn } from "./draw-pair.ts";
import { chooseScenario, compareRecordings, sharedScenarios } from "./scenarios.ts";

export type DiffPage = {
  /** Its folder, below the root of the site. */
  path: string;
  title: string;
  description: string;
  root: string;
  body: Html;
};

/** One page for each step of the ladder, and one that a script fills with any two chapters. */
export function diffPages(
  data: DiffData,
  recordings: Recording[],
  index: RecordingIndex,
): DiffPage[] {
  const { chapters } = data;
  const steps = chapters.slice(1).map((to, place): Pair => [chapters[place] ?? to, to]);
  return [
    entryPage(data, steps),
    ...steps.map((pair) => stepPage(data, pair, sharedTurn(pair, recordings, index))),
  ];
}

function stepPage(data: DiffData, pair: Pair, turn: SharedTurn | undefined): DiffPage {
  const [from, to] = pair;
  const root = "../../";
  return {
    path: pairAddress(data, from, to),
    title: `${from.folder} → ${to.folder}`,
    description: `What chapter ${to.number} adds: ${to.layer}. Files in reading order, and a turn in both.`,
    root,
    body: html`${drawChoosers(data.chapters, from.folder, to.folder, root)}
<div id="pair">
${drawPair(data, pair, turn, root)}</div>`,
  };
}

function sharedTurn(
  pair: Pair,
  recordings: Recording[],
  index: RecordingIndex,
): SharedTurn | undefined {
  const [from, to] = pair;
  const shared = sharedScenarios(index, pair);
  const name = chooseScenario(shared, to.newEvents);
  const [before, after] = [from, to].map(({ folder }) => {
    return recordings.find(({ chapter, scenario }) => chapter === folder && scenario === name);
  });
  if (!before || !after) return undefined;
  return {
    scenarios: shared.map((each) => each.name),
    traces: compareRecordings(before, after),
  };
}

function entryPage(data: DiffData, steps: Pair[]): DiffPage {
  const root = "../";
  return {
    path: "diff/",
    title: "The diff of two chapters",
    description: "What differs between any two chapters: events, a turn, and files.",
    root,
    body: html`${drawChoosers(data.chapters, "02-tools", "06-streaming", root)}
<div id="pair">
<div class="read entry">
<h1>The diff of two chapters</h1>
<p>Each step of the ladder has a page. Any two chapters, in either direction, are compared in your browser;
without scripts <code>npx one-turn diff 02 06</code> does the same in a terminal.</p>
<ol class="ladder-steps">
${steps.map((pair) => drawStep(data, pair, root))}</ol>
</div>
</div>`,
  };
}

function drawStep(data: DiffData, [from, to]: [Chapter, Chapter], root: string): Html {
  const [before, after] = [sideOf(data, from.folder), sideOf(data, to.folder)];
  const diff = compareChapters(courseText(data), before, after);
  return html`<li><a href="${root}${pairAddress(data, from, to)}">${from.folder} → ${to.folder}</a> <span class="said">${drawCounts(diff)}</span><br>${to.layer}</li>
`;
}
