import {
  background,
  foreground,
  frame,
  palette,
} from "../../../../shared/course/picture/palette.ts";
import type { Run, Screen } from "../../recording/recording.ts";
import { element } from "./element.ts";
import type { Side } from "./side.ts";

/** The terminal as it stands after an event. */
export function drawScreen(side: Side, index: number): HTMLElement[] {
  const step = side.recording?.steps[index];
  const screen = step && side.recording?.screens[step.screen];
  if (screen) return [drawWindow(screen)];
  if (!side.screen) return [element("p", { class: "hint" }, "Nothing is on the screen yet.")];
  const lines = side.screen(index);
  return [windowOf(element("pre", { class: "wraps" }, lines.join("\n")), 80)];
}

function drawWindow({ columns, rows }: Screen): HTMLElement {
  const pre = element("pre");
  for (const [index, row] of rows.entries()) {
    if (index > 0) pre.append("\n");
    pre.append(...row.map(drawRun));
  }
  return windowOf(pre, columns);
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
