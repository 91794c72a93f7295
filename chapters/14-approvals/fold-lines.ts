const HEAD = 10;
const TAIL = 7;
const MAX_LENGTH = 500;

/** At most 18 lines of at most about 500 characters: the beginning, the end, and how much is left out. */
export function foldLines(lines: string[]): string[] {
  const folded = lines.length - HEAD - TAIL;
  // the line that says so would take the place of one line
  if (folded <= 1) return lines.map(shorten);
  const head = lines.slice(0, HEAD).map(shorten);
  const tail = lines.slice(-TAIL).map(shorten);
  return [...head, `… ${folded} more lines …`, ...tail];
}

function shorten(line: string): string {
  if (line.length <= MAX_LENGTH) return line;
  // not in the middle of a character
  const shown = line.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, "");
  return `${shown} … ${line.length - shown.length} more characters`;
}
