import {
  background,
  foreground,
  frame,
  palette,
} from "../../../../shared/course/picture/palette.ts";
import type { Run, Screen } from "../../recording/recording.ts";
import { element } from "./element.ts";
import { leastRows, rowsInUse } from "./rows-in-use.ts";
import type { Side } from "./side.ts";

/** The terminal as it stands after an event. */
export function drawScreen(side: Side, index: number): HTMLElement[] {
  const step = side.recording?.steps[index];
  const screen = step && side.recording?.screens[step.screen];
  if (screen) return [drawWindow(screen, mostRows(side))];
  if (!side.screen) return [element("p", { class: "hint" }, "Nothing is on the screen yet.")];
  const lines = side.screen(index);
  return [windowOf(element("pre", { class: "wraps" }, lines.join("\n")), 80)];
}

/** The type is as large as the fullest window allows, and stays so from event to event. */
function mostRows({ recording }: Side): number {
  return Math.max(...(recording?.screens ?? []).map(({ rows }) => leastRows(rowsInUse(rows))));
}

function drawWindow({ columns, rows }: Screen, most: number): HTMLElement {
  const inUse = rowsInUse(rows);
  const { above, space, below } = inUse;
  const pre = element("pre");
  pre.append(drawRows(above));
  if (space > 0) {
    const empty = element("span", { class: "space" }, "\n".repeat(space));
    empty.style.setProperty("--rows", String(space));
    pre.append(above.length > 0 ? "\n" : "", empty, drawRows(below));
  }
  const made = windowOf(pre, columns);
  made.style.setProperty("--rows", String(leastRows(inUse)));
  made.style.setProperty("--most-rows", String(most));
  return made;
}

function drawRows(rows: Run[][]): HTMLElement {
  const drawn = element("span", { class: "rows" });
  for (const [index, row] of rows.entries()) {
    if (index > 0) drawn.append("\n");
    drawn.append(...row.map(drawRun));
  }
  return drawn;
}

function drawRun({ text, color, bold, underline }: Run): Node {
  const hue = color === undefined ? undefined : palette[color];
  if (!hue && !bold && !underline) return document.createTextNode(text);
  const span = element("span", { class: bold ? "bold" : undefined }, text);
  if (hue) span.style.color = hue;
  if (underline) span.style.textDecoration = "underline";
  return span;
}

function windowOf(pre: HTMLElement, columns: number): HTMLElement {
  const made = element("div", { class: "window" }, pre);
  made.style.setProperty("--columns", String(columns));
  made.style.background = background;
  made.style.color = foreground;
  made.style.borderColor = frame;
  return made;
}
