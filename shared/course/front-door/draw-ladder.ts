import { stripVTControlCharacters } from "node:util";
import type { Colors } from "picocolors/types.js";
import wrapAnsi from "wrap-ansi";
import { twoDigits } from "../diff/plain-text.ts";
import type { Rung } from "./ladder.ts";

export type LadderView = {
  rungs: Rung[];
  /** The place of the chapter that the keys are for. */
  chosen: number;
  /** The place of the first one in the window. */
  top: number;
  /** What came of the last key; the chosen chapter is described when there is nothing to say. */
  said: string;
};

export type Size = { columns: number; rows: number };

/** In a lower window there are chapters and keys, and nothing else. */
const ROOMY = 12;
/** Of what is said of the chosen chapter. */
const ABOUT_ROWS = 2;
const NAME = 13;
const MARKS = " read  run  built ";

/** The ladder in a window of any size: never wider, never higher. Pure. */
export function drawLadder(view: LadderView, size: Size, colors: Colors): string[] {
  const { columns, rows } = size;
  const shape = shapeOf(view, size);
  const seen = view.rungs.slice(view.top, view.top + shape.height);
  const ladder = seen.map((rung) => drawRung(rung, rung === chosenOf(view), columns, colors));
  const keys = keyRows(chosenOf(view), columns, colors);
  if (!shape.roomy) {
    const foot = view.said ? [colors.yellow(cut(` ${view.said}`, columns))] : keys;
    return [...ladder, ...foot].slice(0, rows);
  }
  const space = shape.airy ? [""] : [];
  return [
    colors.bold(cut(" One Turn: a coding agent, built in chapters", columns)),
    ...space,
    colors.dim(headRow(view, shape.height, columns)),
    ...ladder,
    "",
    ...aboutRows(view, columns, colors),
    ...space,
    ...keys,
  ].slice(0, rows);
}

/** The place of the first chapter in the window, so that the chosen one is seen. */
export function topFor(view: LadderView, size: Size): number {
  const { height } = shapeOf(view, size);
  const last = Math.max(0, view.rungs.length - height);
  const least = view.chosen - height + 1;
  return Math.min(last, Math.max(least, Math.min(view.top, view.chosen)));
}

/** How many chapters there is room for, and whether there is room for more than that. */
function shapeOf(view: LadderView, { columns, rows }: Size) {
  const keys = rowsOfKeys(chosenOf(view), columns).length;
  const roomy = rows >= ROOMY;
  const room = rows - keys - (roomy ? 3 + ABOUT_ROWS : 0);
  const airy = room >= view.rungs.length + 2;
  return { roomy, airy, height: Math.max(1, Math.min(view.rungs.length, room)) };
}

function chosenOf({ rungs, chosen }: LadderView): Rung | undefined {
  return rungs[chosen];
}

function headRow({ rungs, top }: LadderView, height: number, columns: number): string {
  const last = Math.min(rungs.length, top + height);
  const isWhole = height >= rungs.length;
  const where = isWhole ? "" : `   ${top + 1} to ${last} of ${rungs.length}`;
  return cut(where.padEnd(columns - MARKS.length) + MARKS, columns);
}

function drawRung(rung: Rung, isChosen: boolean, columns: number, colors: Colors): string {
  const { number, name, layer } = rung.chapter;
  const start = ` ${isChosen ? "›" : " "} ${twoDigits(number)}  ${name.padEnd(NAME)} `;
  const room = columns - start.length - MARKS.length;
  if (room < 0) return paintRow(cut(start.trimEnd(), columns), isChosen, colors);
  const about = cut(layer, room - 1).padEnd(room);
  const words = isChosen ? start + about : start + colors.dim(about);
  return paintRow(words, isChosen, colors) + marksOf(rung, colors);
}

function paintRow(text: string, isChosen: boolean, colors: Colors): string {
  return isChosen ? colors.bold(colors.cyan(text)) : text;
}

/** Under the words of MARKS. */
function marksOf({ read, run, built }: Rung, colors: Colors): string {
  const [yes, no] = [colors.green("✓"), colors.dim("·")];
  const words = {
    none: "     ",
    open: `  ${no}  `,
    begun: colors.yellow("begun"),
    passed: `  ${yes}  `,
  };
  return `  ${read ? yes : no}    ${run ? yes : no}   ${words[built]} `;
}

function aboutRows(view: LadderView, columns: number, colors: Colors): string[] {
  const text = view.said || aboutOf(chosenOf(view));
  const rows = wrapAnsi(text, Math.max(1, columns - 2), { hard: true }).split("\n");
  const paint = view.said ? colors.yellow : colors.dim;
  return Array.from({ length: ABOUT_ROWS }, (_, index) => {
    const row = rows[index] ?? "";
    const isCut = index === ABOUT_ROWS - 1 && rows.length > ABOUT_ROWS;
    return row && paint(cut(` ${row}${isCut ? " …" : ""}`, columns));
  });
}

function aboutOf(rung: Rung | undefined): string {
  if (!rung) return "";
  const { layer, newEvents } = rung.chapter;
  const events = newEvents.length > 0 ? newEvents.join(", ") : "none";
  return `${layer}. New events: ${events}`;
}

function keyRows(rung: Rung | undefined, columns: number, colors: Colors): string[] {
  return rowsOfKeys(rung, columns).map((keys) =>
    keys.map(([key, does]) => ` ${colors.bold(key)} ${colors.dim(does)} `).join(" "),
  );
}

type KeyHelp = [key: string, does: string];

/** As many as there is room for in a row. */
function rowsOfKeys(rung: Rung | undefined, columns: number): KeyHelp[][] {
  const rows: KeyHelp[][] = [[]];
  let taken = 0;
  for (const [key, does] of keysFor(rung)) {
    const width = key.length + does.length + 4;
    if (taken + width - 1 > columns && taken > 0) {
      rows.push([]);
      taken = 0;
    }
    rows.at(-1)?.push([key, does]);
    taken += width;
  }
  return rows;
}

function keysFor(rung: Rung | undefined): KeyHelp[] {
  const diff: KeyHelp[] = rung?.before ? [["d", `diff to ${twoDigits(rung.before.number)}`]] : [];
  const build: KeyHelp[] = [["b", rung?.built === "open" ? "build" : "check"]];
  return [
    ["↑↓", "choose"],
    ["t", "read"],
    ["r", "run"],
    ...diff,
    ...(rung?.built === "none" ? [] : build),
    ["w", "web pages"],
    ["q", "quit"],
  ];
}

function cut(text: string, room: number): string {
  const plain = stripVTControlCharacters(text);
  return plain.length > room ? `${plain.slice(0, Math.max(0, room - 1))}…` : text;
}
