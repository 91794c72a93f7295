import { paint } from "./paint.ts";

/** A unified diff has places: from where to where the lines that follow stand. */
export function looksLikeDiff(lines: string[]): boolean {
  return lines.some((line) => /^@@ -\d.* \+\d.* @@/.test(line));
}

export function colorDiffLine(line: string): string {
  if (line.startsWith("@@")) return paint.cyan(line);
  if (/^(\+\+\+|---) /.test(line)) return paint.bold(line);
  if (line.startsWith("+")) return paint.green(line);
  if (line.startsWith("-")) return paint.red(line);
  return line;
}
