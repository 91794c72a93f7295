import type { DiffLine } from "./chapter-diff.ts";

const FIRST_LINES = 12;

/**
 * What a file offers to others, a group of lines each: its exported declarations under their comments,
 * functions without their bodies. The first lines of a file that exports nothing.
 */
export function outline(lines: DiffLine[]): DiffLine[][] {
  const groups = lines.flatMap(({ text }, index) => {
    if (!text.startsWith("export ")) return [];
    return [lines.slice(startOfComment(lines, index), endOfSignature(lines, index) + 1)];
  });
  return groups.length > 0 ? groups : [lines.slice(0, FIRST_LINES)];
}

function startOfComment(lines: DiffLine[], index: number): number {
  let start = index;
  while (/^( \*|\/\*|\/\/)/.test(lines[start - 1]?.text ?? "")) start--;
  return start;
}

/** A function ends where its body opens; a type or a constant is shown to its end. */
function endOfSignature(lines: DiffLine[], index: number): number {
  const isFunction = /^export (default )?(async )?function\b/.test(lines[index]?.text ?? "");
  const end = lines.findIndex(({ text }, at) => {
    if (at < index) return false;
    return isFunction ? /^\S.*\{$/.test(text) : /;$|^\}$/.test(text) && isLast(lines, at);
  });
  return end === -1 ? index : end;
}

/** A union ends in an indented line: only the line below tells that nothing more belongs to it. */
function isLast(lines: DiffLine[], index: number): boolean {
  const next = lines.find(({ text }, at) => at > index && text !== "");
  return !next || /^[^\s)\]}]/.test(next.text);
}
