import type { ChapterDiff, FileDiff } from "../../../shared/course/diff/chapter-diff.ts";
import { outline } from "../../../shared/course/diff/outline.ts";
import { countOf, twoDigits, visible } from "../../../shared/course/diff/plain-text.ts";
import { isShownShort, statusWord } from "../../../shared/course/diff/tell-diff.ts";
import { type Html, html } from "../html.ts";
import { drawColumn, drawHunk, type Painted } from "./draw-lines.ts";

/** A file under its reasons, which stand over its lines like a caption. */
export function drawFile(file: FileDiff, diff: ChapterDiff, painted: Painted): Html {
  return html`<section class="file ${file.status}" id="${file.path}" data-added="${file.added}" data-removed="${file.removed}">
<h2><a href="#${file.path}">${visible(file.path)}</a> <span class="said">${said(file)}</span></h2>
${drawWhys(file, diff)}
${drawBody(file, painted)}
</section>
`;
}

export function drawCounts({ added, removed }: { added: number; removed: number }): Html {
  const plus = added > 0 && html` <span class="plus">+${added}</span>`;
  const minus = removed > 0 && html` <span class="minus">−${removed}</span>`;
  return html`${plus}${minus}`;
}

function said(file: FileDiff): Html {
  const given = file.role === "given" && file.status === "added" && ", given";
  return html`${statusWord(file)}${given}${drawCounts(file)}`;
}

function drawWhys({ whys }: FileDiff, { layers }: ChapterDiff): Html {
  if (whys.length === 0) return html`<p class="why">Not in the manifest.</p>`;
  return html`${whys.map(({ chapter, why }) => {
    const number = layers.length > 1 && html`<b>${twoDigits(chapter)}</b> `;
    return html`<p class="why">${number}${why}</p>`;
  })}`;
}

function drawBody(file: FileDiff, painted: Painted): Html {
  const [first] = file.hunks;
  if (file.binary) return html`<p class="said">No text: its bytes are not shown.</p>`;
  if (!first) return html`<p class="said">An empty file.</p>`;
  if (file.status === "changed") return html`${file.hunks.map((hunk) => drawHunk(hunk, painted))}`;
  const whole = drawColumn(first.lines, painted);
  return isShownShort(file) ? fold(first.lines, whole, painted) : whole;
}

/** What a long file offers to others; the rest on demand. */
function fold(lines: FileDiff["hunks"][number]["lines"], whole: Html, painted: Painted): Html {
  const groups = outline(lines).map((group) => {
    const [start] = group;
    return drawColumn(group, painted, start ? lines.indexOf(start) + 1 : 1);
  });
  return html`<div class="outline">${groups}</div>
<details class="whole"><summary>All ${countOf(lines.length, "line")}</summary>${whole}</details>`;
}
