import wrapAnsi from "wrap-ansi";
import type { SessionEvent } from "../../events.ts";
import { lookOf } from "../../trace/event-family.ts";
import type { Look } from "../../trace/look.ts";
import { payloadOf, type TraceDiff, type TraceRow } from "./align-traces.ts";
import { visible } from "./plain-text.ts";
import { tellTraces } from "./tell-diff.ts";

const marks = { same: " ", differs: "~", removed: "-", added: "+" };
/** Of a long event the first lines are shown. */
const MOST_LINES = 3;

/** Two traces in two columns, the rows that only one of them has marked. */
export function drawTraces(diff: TraceDiff, look: Look): string[] {
  const { from, to, scenario, user, rows } = diff;
  const { colors } = look;
  const width = columnWidth(look);
  return [
    colors.bold(`${from.folder} → ${to.folder}`),
    `Scenario ${scenario}: ${visible(user)}`,
    "",
    colors.bold(`  ${pad(from.folder, width)} │ ${to.folder}`),
    ...rows.flatMap((row) => drawRow(row, look)),
    "",
    tellTraces(rows, from.folder, to.folder).join("   "),
  ];
}

function drawRow({ kind, from, to }: TraceRow, look: Look): string[] {
  const { colors } = look;
  const left = cell(from, look);
  const right = cell(to, look);
  const paint = { same: String, differs: colors.bold, removed: colors.red, added: colors.green };
  return Array.from({ length: Math.max(left.length, right.length) }, (_each, index) => {
    const mark = index ? " " : paint[kind](marks[kind]);
    const blank = " ".repeat(columnWidth(look));
    return `${mark} ${left[index] ?? blank} ${colors.dim("│")} ${right[index] ?? ""}`.trimEnd();
  });
}

/** The rows of one event, each as wide as its column. */
function cell(event: SessionEvent | undefined, look: Look): string[] {
  if (!event) return [];
  const width = columnWidth(look);
  const { glyph, color } = lookOf(event.type, look.colors);
  const said = Object.values(payloadOf(event)).map((value) => visible(oneLine(asText(value))));
  const [head = "", ...rest] = wrap([`${glyph} ${event.type}`, ...said].join(" "), width);
  // what goes on stands under the name of the event
  const below = rest.length > 0 ? wrap(rest.join(" "), width - 2) : [];
  const rows = [head, ...below.map((row) => `  ${row}`)];
  const shown = rows.slice(0, MOST_LINES);
  if (rows.length > MOST_LINES) {
    shown[MOST_LINES - 1] = `${wrap(shown[MOST_LINES - 1] ?? "", width - 1)[0]}…`;
  }
  return shown.map((row) => color(pad(row, width)));
}

function columnWidth({ width }: Look): number {
  return Math.floor((width - 5) / 2);
}

function wrap(text: string, width: number): string[] {
  return wrapAnsi(text, width, { hard: true }).split("\n");
}

/** With spaces up to the width, also where characters are two columns wide. */
function pad(text: string, width: number): string {
  const filled = wrapAnsi(text + " ".repeat(width), width, {
    hard: true,
    trim: false,
    wordWrap: false,
  });
  return filled.split("\n")[0] ?? "";
}

function oneLine(text: string): string {
  return text.replaceAll(/\r?\n/g, "⏎");
}

function asText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
