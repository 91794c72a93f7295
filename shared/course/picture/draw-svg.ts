import { drawRow } from "./draw-row.ts";
import { escapeXml } from "./escape-xml.ts";
import { background, foreground, frame, palette } from "./palette.ts";
import type { Window } from "./window.ts";

const COLUMN = 9;
const ROW = 17;
const MARGIN = 16;
const TITLE_BAR = 32;

/** From the top of a row to the line that its letters stand on. */
const BASELINE = 13;

/** Of whoever looks. All of them are about as wide as COLUMN at this size. */
const FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

export type Labels = {
  /** Stands above the window. */
  title: string;
  /** For those who do not see the picture. */
  alt: string;
};

/** A window in a frame, as SVG without scripts, styles or fonts of its own. Pure. */
export function drawSvg(window: Window, labels: Labels): string {
  return drawFrame(window, labels, [drawCursor(window), ...drawRows(window)]);
}

/** What is around the text of a window, and in it what is drawn. */
export function drawFrame(window: Window, { title, alt }: Labels, drawn: string[]): string {
  const width = window.columns * COLUMN + 2 * MARGIN;
  const height = TITLE_BAR + window.rows.length * ROW + 2 * MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(alt)}</title>`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${background}" stroke="${frame}"/>`,
    `<path d="M0.5 ${TITLE_BAR}.5H${width - 0.5}" stroke="${frame}"/>`,
    ...[palette[1], palette[3], palette[2]].map(
      (color, place) => `<circle cx="${18 + 18 * place}" cy="16" r="5.5" fill="${color}"/>`,
    ),
    `<g font-family="${FONT}" font-size="15" fill="${foreground}">`,
    `<text x="${width / 2}" y="21" font-size="13" fill="${palette[8]}" text-anchor="middle">${escapeXml(title)}</text>`,
    ...drawn,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

export function drawRows({ rows }: Window): string[] {
  return rows.flatMap((row, place) => drawRow(row, topOf(place) + BASELINE, leftOf));
}

export function drawCursor({ cursor: { row, column } }: Window): string {
  const [x, y] = [leftOf(column), topOf(row)];
  return `<rect x="${x}" y="${y}" width="${COLUMN}" height="${ROW}" fill="${frame}"/>`;
}

function leftOf(column: number): number {
  return MARGIN + column * COLUMN;
}

function topOf(row: number): number {
  return TITLE_BAR + MARGIN + row * ROW;
}
