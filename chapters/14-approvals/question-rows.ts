import { symbols } from "./tui/symbols.ts";
import { wrapHard } from "./tui/wrap.ts";

/**
 * A line of a question, wrapped and never cut. What goes on from a row stands behind a bar, so that no text can make a row
 * that looks like the question's own.
 */
export function questionRows(line: string, columns: number): string[] {
  if (!/^(?:ask> | {5})/.test(line)) return wrapHard(line, columns);
  const [first = "", ...others] = wrapHard(line.slice(5), Math.max(1, columns - 5));
  return [line.slice(0, 5) + first, ...others.map((row) => `   ${symbols.bar} ${row}`)];
}
