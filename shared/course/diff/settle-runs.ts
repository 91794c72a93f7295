import type { DiffLine } from "./chapter-diff.ts";

/**
 * Moves runs of changed lines to where a reader would cut, as long as the same lines are left: a new
 * function from its comment to its brace, rather than from the brace of the one above.
 */
export function settleRuns(lines: DiffLine[]): DiffLine[] {
  const settled = lines.map((line) => ({ ...line }));
  for (const run of findRuns(settled)) {
    const kinds = new Set(settled.slice(run.start, run.end).map(({ kind }) => kind));
    if (kinds.size === 1) settle(settled, run);
  }
  return settled;
}

/** `end` is the index behind the last line. */
export type Run = { start: number; end: number };

/** The stretches without a line that stayed. */
export function findRuns(lines: DiffLine[]): Run[] {
  const found: Run[] = [];
  lines.forEach(({ kind }, index) => {
    const last = found.at(-1);
    if (kind === "same") return;
    if (last?.end === index) last.end++;
    else found.push({ start: index, end: index + 1 });
  });
  return found;
}

/** Of equally good places the last one wins. */
function settle(lines: DiffLine[], run: Run): void {
  while (moveUp(lines, run));
  let best = { ...run, cost: costOf(lines, run) };
  while (moveDown(lines, run)) {
    const cost = costOf(lines, run);
    if (cost <= best.cost) best = { ...run, cost };
  }
  while (run.start > best.start) moveUp(lines, run);
}

function moveUp(lines: DiffLine[], run: Run): boolean {
  if (!trade(lines, run.start - 1, run.end - 1, run.start - 2)) return false;
  run.start--;
  run.end--;
  return true;
}

function moveDown(lines: DiffLine[], run: Run): boolean {
  if (!trade(lines, run.end, run.start, run.end + 1)) return false;
  run.start++;
  run.end++;
  return true;
}

/** Lets a line outside of the run and its equal in the run change places, unless the run would meet another. */
function trade(lines: DiffLine[], outside: number, inside: number, beyond: number): boolean {
  const [from, to] = [lines[outside], lines[inside]];
  if (!from || !to || from.kind !== "same" || from.text !== to.text) return false;
  if (from.noNewline !== to.noNewline || (lines[beyond]?.kind ?? "same") !== "same") return false;
  [from.kind, to.kind] = [to.kind, from.kind];
  return true;
}

function costOf(lines: DiffLine[], { start, end }: Run): number {
  return costOfCut(lines, start) + costOfCut(lines, end);
}

/** Cheap is a cut below a blank line and above a line that stands far to the left and closes nothing. */
function costOfCut(lines: DiffLine[], at: number): number {
  const below = lines.slice(at).find(({ text }) => text.trim() !== "")?.text;
  if (below === undefined) return 0;
  const indent = below.length - below.trimStart().length;
  const closes = /^[)\]}]/.test(below.trimStart()) ? 3 : 0;
  const afterBlank = at > 0 && lines[at - 1]?.text.trim() === "" && lines[at]?.text.trim() !== "";
  return indent + closes - (afterBlank ? 1 : 0);
}
