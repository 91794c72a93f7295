import { stripVTControlCharacters } from "node:util";
import wrapAnsi from "wrap-ansi";
import type { Look } from "../../trace/look.ts";

/** Characters that a terminal would obey become their code points. */
export function visible(text: string): string {
  return text.replace(/(?!\t)\p{Cc}/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

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

export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
