import type { TestFailure } from "./messages.ts";

/** Two values as rows, and the first place at which they differ. */
export type Difference = {
  expected: string[];
  actual: string[];
  /** Of the first rows that differ, from 0. A side that has ended has no row there. */
  index: number;
};

/** Undefined for an error that compares nothing. */
export function firstDifference({ expected, actual }: TestFailure): Difference | undefined {
  if (expected === undefined || actual === undefined) return undefined;
  const rows = { expected: rowsOf(expected), actual: rowsOf(actual) };
  const index = rows.expected.findIndex((row, place) => row !== rows.actual[place]);
  return { ...rows, index: index === -1 ? rows.expected.length : index };
}

/** The test runner writes one element of a list, or one field, in a line. A trace is a list of texts. */
function rowsOf(value: string): string[] {
  if (value === "[]" || value === "{}") return [];
  const lines = value.split("\n");
  const inner =
    lines.length > 2 && /^(\w+ )?[[{]$/.test(lines[0] ?? "") ? lines.slice(1, -1) : lines;
  return inner.map((line) => asText(line.replace(/^ {2}/, "")));
}

function asText(line: string): string {
  const [, quoted] = /^("(?:[^"\\]|\\.)*"),?$/.exec(line) ?? [];
  if (!quoted) return line.replace(/,$/, "");
  try {
    return JSON.parse(quoted);
  } catch {
    return line;
  }
}
