import type { Chapter } from "../../../shared/course/chapters.ts";
import type { TraceDiff } from "../../../shared/course/diff/align-traces.ts";
import type { ChapterDiff } from "../../../shared/course/diff/chapter-diff.ts";
import { compareChapters } from "../../../shared/course/diff/compare-chapters.ts";
import { countOf, visible } from "../../../shared/course/diff/plain-text.ts";
import { statusWord } from "../../../shared/course/diff/tell-diff.ts";
import { type Html, html } from "../html.ts";
import { pairAddress, shiftedPair } from "./addresses.ts";
import { courseText, type DiffData, linesOf, sideOf } from "./diff-data.ts";
import { drawCounts, drawFile } from "./draw-file.ts";
import { drawEvents, drawHeader } from "./draw-header.ts";
import { drawTraces } from "./draw-traces.ts";

export type Pair = [from: Chapter, to: Chapter];

/** A turn in both chapters; none when they share no scenario. */
export type SharedTurn = {
  /** What there is to choose from. */
  scenarios: string[];
  traces: TraceDiff;
};

/** All that a page says of two chapters. `root` leads to the root of the site. */
export function drawPair(
  data: DiffData,
  [from, to]: Pair,
  turn: SharedTurn | undefined,
  root: string,
): Html {
  const [before, after] = [sideOf(data, from.folder), sideOf(data, to.folder)];
  const diff = compareChapters(courseText(data), before, after);
  const files = diff.files.map((file) => {
    const old = linesOf(data, from.folder, file.path);
    const now = linesOf(data, to.folder, file.path);
    return drawFile(file, diff, { old, now, looks: data.looks });
  });
  return html`${drawSteps(data, [from, to], root)}
<div class="beside">
${drawList(diff, turn !== undefined)}
<div class="read">
${drawHeader(diff, root)}
${drawEvents(diff, data)}
${turn && drawTurn(turn, root)}
${files}
${drawUnchanged(diff)}
</div>
</div>
`;
}

function drawTurn({ scenarios, traces }: SharedTurn, root: string): Html {
  return html`<section class="turn" id="turn">
<h2><a href="#turn">The same turn in both</a></h2>
<p class="scenario needs-script"><label>Scenario <select name="scenario">${scenarios.map(
    (name) => html`<option${name === traces.scenario && html` selected`}>${name}</option>`,
  )}</select></label></p>
<div id="traces">
${drawTraces(traces, root)}</div>
</section>
`;
}

/** Backwards, and one step up or down the ladder. */
function drawSteps(data: DiffData, [from, to]: Pair, root: string): Html {
  const link = (pair: Pair | undefined, rel: string, before: string, after: string) => {
    if (!pair) return html`<span></span>`;
    const [start, end] = pair;
    const name = `${start.folder} → ${end.folder}`;
    return html`<a class="${rel}" href="${root}${pairAddress(data, start, end)}"${rel !== "swap" && html` rel="${rel}"`}>${before}${rel === "swap" ? "" : name}${after}</a>`;
  };
  return html`<nav class="steps" aria-label="Other pairs">
${link(shiftedPair(data, [from, to], -1), "prev", "← ", "")}
${link(from === to ? undefined : [to, from], "swap", "⇄ the other way round", "")}
${link(shiftedPair(data, [from, to], 1), "next", "", " →")}
</nav>
`;
}

function drawList({ files, events }: ChapterDiff, hasTurn: boolean): Html {
  return html`<nav class="list" aria-label="On this page">
<ol>
${events.length > 0 && html`<li><a href="#events">shared/events.ts</a></li>`}
${hasTurn && html`<li><a href="#turn">The same turn in both</a></li>`}
${files.map(
  (
    file,
  ) => html`<li class="${file.status}"><a href="#${file.path}">${visible(file.path)}</a> <span class="said">${file.status !== "changed" && statusWord(file)}${drawCounts(file)}</span></li>
`,
)}</ol>
</nav>`;
}

function drawUnchanged({ from, to, unchanged }: ChapterDiff): Html {
  if (unchanged.length === 0) return html``;
  const isOne = unchanged.length === 1;
  const itself = from === to || from.folder === to.folder;
  const files = `${countOf(unchanged.length, "file")} ${isOne ? "is" : "are"} the same in both`;
  return html`<details class="unchanged" id="unchanged">
<summary>${itself ? `${from.folder} beside itself: ` : ""}${files}</summary>
<ul>${unchanged.map((path) => html`<li>${visible(path)}</li> `)}</ul>
</details>
`;
}
