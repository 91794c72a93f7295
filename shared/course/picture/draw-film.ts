import { drawCursor, drawFrame, drawRows, type Labels } from "./draw-svg.ts";
import type { Window } from "./window.ts";

/** A window, and for how many milliseconds it stood. */
export type Shot = { window: Window; ms: number };

type Span = { from: number; to: number };

/**
 * Windows that follow each other, as one SVG that plays for ever, without a script. Who asks for less motion sees
 * the last one. Pure.
 */
export function drawFilm(shots: Shot[], labels: Labels): string {
  const last = shots.at(-1);
  if (!last) throw new Error("A film needs a window.");
  const length = shots.reduce((sum, { ms }) => sum + ms, 0);
  const parts = [...spansOf(shots)].map(([svg, spans], index) => ({ svg, spans, id: `s${index}` }));
  const moving = parts.filter(({ spans }) => spans[0]?.from !== 0 || spans[0].to !== length);
  const style = [
    "<style>",
    ".s{visibility:hidden}.last{visibility:visible}",
    "@media (prefers-reduced-motion:no-preference){",
    `.s{animation:${length}ms step-end infinite}`,
    ...moving.map(
      ({ id, spans }) =>
        `@keyframes ${id}{${keyframes(spans, length)}}#${id}{animation-name:${id}}`,
    ),
    "}",
    "</style>",
  ];
  const drawn = parts.map(({ svg, spans, id }) => {
    if (!moving.some((part) => part.id === id)) return svg;
    const isLast = spans.at(-1)?.to === length;
    return `<g id="${id}" class="s${isLast ? " last" : ""}">${svg}</g>`;
  });
  return drawFrame(last.window, labels, [...style, ...drawn]);
}

/** When each row, and each place of the cursor, is seen. What stands in many windows is there once. */
function spansOf(shots: Shot[]): Map<string, Span[]> {
  const seen = new Map<string, Span[]>();
  let now = 0;
  for (const { window, ms } of shots) {
    for (const svg of [drawCursor(window), ...drawRows(window)]) {
      const spans = seen.get(svg) ?? [];
      const before = spans.at(-1);
      if (before?.to === now) before.to = now + ms;
      else spans.push({ from: now, to: now + ms });
      seen.set(svg, spans);
    }
    now += ms;
  }
  return seen;
}

function keyframes(spans: Span[], length: number): string {
  const at = (time: number) => `${Number(((time / length) * 100).toFixed(3))}%`;
  const changes = spans.flatMap(({ from, to }) => [
    `${at(from)}{visibility:visible}`,
    ...(to < length ? [`${at(to)}{visibility:hidden}`] : []),
  ]);
  return (spans[0]?.from === 0 ? "" : "0%{visibility:hidden}") + changes.join("");
}
