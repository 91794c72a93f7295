import { cleanLines } from "./clean-text.ts";

/** In UTF-16 units. */
const MAX_LENGTH = 1000;

/** The end of a text that still grows: to show it costs the same, however long it is. At most `count` lines. */
export function lastLines(text: string, count: number): string[] {
  if (text.length <= MAX_LENGTH) return cleanLines(text).slice(-count);
  // not from the middle of a word or a character
  const end = text.slice(-MAX_LENGTH).replace(/^(?:\S{0,99}\s|[\udc00-\udfff])/, "");
  return cleanLines(`… ${end}`).slice(-count);
}
