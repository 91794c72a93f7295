import { stripVTControlCharacters } from "node:util";
import wrapAnsi from "wrap-ansi";
import type { Look } from "../../trace/look.ts";

/** Prose behind a start, wrapped to stand under itself. */
export function hang(start: string, text: string, { width }: Look): string[] {
  const room = Math.max(20, width - start.length);
  const rows = wrapAnsi(text, room, { hard: true }).split("\n");
  return rows.map((row, index) => (index ? " ".repeat(start.length) : start) + row);
}

/** A name, a line across the screen, and what is to be said of the name. */
export function titleRow(name: string, said: string, { colors, width }: Look): string {
  const taken = name.length + stripVTControlCharacters(said).length + 2;
  const line = "─".repeat(Math.max(2, width - taken));
  return `${colors.bold(name)} ${colors.dim(line)} ${said}`;
}
