import type { ChapterDiff, Layer } from "../../../shared/course/diff/chapter-diff.ts";
import { twoDigits } from "../../../shared/course/diff/plain-text.ts";
import { countFiles } from "../../../shared/course/diff/tell-diff.ts";
import { eventChip } from "../event-chip.ts";
import { type Html, html } from "../html.ts";
import { type DiffData, eventLines } from "./diff-data.ts";
import { drawCounts } from "./draw-file.ts";
import { drawColumn } from "./draw-lines.ts";

/** What lies between the chapters, and how much of it. */
export function drawHeader(diff: ChapterDiff, root: string): Html {
  const backwards = diff.direction === "backwards";
  return html`<header class="between">
<h1><a href="${root}${diff.from.folder}/">${diff.from.folder}</a> <span class="arrow">→</span> <a href="${root}${diff.to.folder}/">${diff.to.folder}</a></h1>
${diff.layers.map((layer) => drawLayer(layer, backwards))}
<dl class="facts">
<div><dt>${backwards ? "events gone" : "new events"}</dt><dd class="chips">${drawChips(diff)}</dd></div>
<div><dt>files</dt><dd>${countFiles(diff)}</dd></div>
<div><dt>lines</dt><dd>${diff.added + diff.removed > 0 ? drawCounts(diff) : "none"}</dd></div>
</dl>
</header>
`;
}

/** What the layers put into shared/events.ts, or take with them. */
export function drawEvents(diff: ChapterDiff, data: DiffData): Html {
  if (diff.events.length === 0) return html``;
  const backwards = diff.direction === "backwards";
  const all = eventLines(data);
  const painted = { old: all, now: all, looks: data.looks };
  const kind = backwards ? "removed" : "added";
  return html`<section class="file slice" id="events">
<h2><a href="#events">shared/events.ts</a> <span class="said">${backwards ? "what goes" : "what comes"}</span></h2>
${diff.events.map(({ lines }) => {
  const first = all.findIndex(([text]) => text === lines[0]) + 1;
  return drawColumn(
    lines.map((text) => ({ kind, text })),
    painted,
    first,
  );
})}
</section>
`;
}

function drawLayer({ number, name, layer }: Layer, backwards: boolean): Html {
  return html`<p class="layer">${backwards && "without "}<b>${twoDigits(number)} ${name}</b> ${layer}</p>`;
}

function drawChips({ layers }: ChapterDiff): Html {
  const types = layers.flatMap(({ newEvents }) => newEvents);
  if (types.length === 0) return html`none`;
  return html`${types.map((type) => eventChip({ type, href: "#events" }))}`;
}
