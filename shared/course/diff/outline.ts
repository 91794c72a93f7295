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
  const isEnd = isFunction ? /^\S.*\{$/ : /^\S.*;$|^\}$/;
  const end = lines.findIndex(({ text }, at) => at >= index && isEnd.test(text));
  return end === -1 ? index : end;
}
