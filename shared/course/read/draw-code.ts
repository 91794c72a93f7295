import { stripVTControlCharacters } from "node:util";
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import type { Look } from "../../trace/look.ts";
import { highlightRows } from "./highlight.ts";

const INDENT = "  ";
const NARROWEST = 10;

/** A block of code below the file that it is from; commands and their output; a diagram. */
export function drawCode(code: string, info: string, look: Look): string[] {
  const [language = "", source = ""] = info.split(/\s+/, 2);
  const room = look.width - INDENT.length;
  const rows = rowsOf(code, language, look);
  const widest = Math.max(...rows.map((row) => stringWidth(row)));
  const isCut = look.wrap && widest > room && isDiagram(code, language);
  const drawn = isCut ? rows.map((row) => cut(row, room)) : rows.flatMap(wrapped(look));
  return [
    ...(source ? captionRows(source, look) : []),
    ...drawn.map((row) => (row ? INDENT + row : row)),
    ...(isCut ? tellWidth(widest + INDENT.length, room).map(look.colors.dim) : []),
  ];
}

function rowsOf(code: string, language: string, look: Look): string[] {
  const { colors } = look;
  if (language !== "console" && language !== "sh") return highlightRows(code, language, look);
  const isCommand = (row: string) => language === "sh" || row.startsWith("$ ");
  return code.split("\n").map((row) => (row && isCommand(row) ? colors.bold(row) : row));
}

/** chapters/02-tools/agent.ts#Agent.runOneUserTurn+whyNotRun: the file, and what of it. */
function captionRows(source: string, { colors, width }: Look): string[] {
  const [file = "", symbols = ""] = source.split("#", 2);
  const names = symbols.replaceAll("+", ", ");
  const isSketch = source === "sketch";
  const caption = isSketch
    ? colors.dim("a sketch, from no file")
    : `${colors.bold(file)}  ${colors.dim(names)}`;
  return wrapAnsi(caption, width, { hard: true })
    .split("\n")
    .map((row) => row.trimEnd());
}

/** In a picture the columns have to stay where they are. */
function isDiagram(code: string, language: string): boolean {
  return language === "text" && /[┌│▼►]/.test(code);
}

function cut(row: string, room: number): string {
  return row.length > room ? `${row.slice(0, room - 1)}…` : row;
}

function tellWidth(width: number, room: number): string[] {
  return wrapRows(`(the picture takes ${width} columns)`, room).map((row) => INDENT + row);
}

/** A row of a trace, up to its text. */
const traceStart = /^ *\d+ \S \S+ +(?:call_\S+ +)?/;

/** What does not fit goes on below: the text of an event below itself, code further in. */
function wrapped({ width, wrap }: Look): (row: string) => string[] {
  const room = width - INDENT.length;
  return (row) => {
    const plain = stripVTControlCharacters(row);
    if (!wrap || stringWidth(plain) <= room) return [row];
    const start = traceStart.exec(row)?.[0] ?? "";
    if (start) return wrapEvent(start, row.slice(start.length), room);
    const lead = plain.length - plain.trimStart().length;
    const keepsLead = lead <= Math.min(room / 2, room - 4 - NARROWEST);
    const indent = " ".repeat(keepsLead ? lead : farIn(room));
    const [first = "", ...rest] = wrapRows(row.trimStart(), room - indent.length - 4);
    return [indent + first, ...rest.map((each) => `${indent}    ${each}`)];
  };
}

/** Where there is no room beside the name of an event. */
function farIn(room: number): number {
  return Math.min(8, Math.floor(room / 4));
}

function wrapEvent(start: string, text: string, room: number): string[] {
  const isBeside = start.length <= room / 2;
  const indent = " ".repeat(isBeside ? start.length : farIn(room));
  const rows = wrapRows(text, room - indent.length).map((row) => indent + row);
  const [first = "", ...rest] = rows;
  return isBeside
    ? [start + first.trimStart(), ...rest]
    : [...wrapRows(start.trimEnd(), room), ...rows];
}

function wrapRows(text: string, room: number): string[] {
  const wide = Math.max(NARROWEST, room);
  return stringWidth(text) <= wide ? [text] : wrapAnsi(text, wide, { hard: true }).split("\n");
}
