import type { Conflict } from "./merge-versions.ts";
import type { CarryPlan, PlannedFile } from "./plan-carry.ts";

const shownLines = 4;
const shownWidth = 90;

/** What a plan says of every later chapter and file, line by line. */
export function describePlan(folder: string, { chapters }: CarryPlan): string[] {
  return chapters.flatMap(({ folder: name, files }, place) => {
    const before = chapters[place - 1]?.folder ?? folder;
    return [name, ...files.flatMap((file) => describeFile(file, { before, name }))];
  });
}

type Names = { before: string; name: string };

function describeFile({ path, outcome, current, next }: PlannedFile, names: Names): string[] {
  const row = (word: string, note: string) => `  ${word.padEnd(14)}  ${path}${note && `  ${note}`}`;
  switch (outcome.kind) {
    case "copy":
      if (!next) return [row("identical copy", "deleted")];
      return [row("identical copy", current ? "" : "new")];
    case "merged":
      return [
        row(
          "merged",
          outcome.hasJoinedImports ? "imports of both sides, look at it" : "look at it",
        ),
      ];
    case "taken back":
      return [row("taken back", "is no change any more")];
    case "untouched":
      return [row("untouched", outcome.why)];
    case "conflict":
      return outcome.conflicts.flatMap((conflict) => describeConflict(path, conflict, names));
  }
}

function describeConflict(path: string, conflict: Conflict, names: Names): string[] {
  const head = `  ${"conflict".padEnd(14)}  ${path}`;
  if ("reason" in conflict) return [`${head}  ${conflict.reason}`];
  const { line, after, ours } = conflict;
  const last = line + ours.length - 1;
  return [
    `${head}:${line}${last > line ? `-${last}` : ""}`,
    ...describeSide(`${names.before} has now`, after),
    ...describeSide(`${names.name} has`, ours),
  ];
}

function describeSide(who: string, lines: string[]): string[] {
  const hidden = lines.length - shownLines;
  return [
    `    ${who}${lines.length === 0 ? " no line" : ""}`,
    ...lines.slice(0, shownLines).map((line) => `      | ${shorten(line)}`),
    ...(hidden > 0 ? [`      | (${hidden} more)`] : []),
  ];
}

function shorten(line: string): string {
  return line.length > shownWidth ? `${line.slice(0, shownWidth)}…` : line;
}
