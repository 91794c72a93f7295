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
  const lines = joinTexts(value.split("\n")).filter((line) => !/: undefined,?$/.test(line));
  const isList = lines.length > 2 && /^(\w+ )?[[{]$/.test(lines[0] ?? "");
  const inner = isList ? lines.slice(1, -1) : lines;
  return inner.map((line) => asText(line.replace(/^ {2}/, "")));
}

/** A text of several lines stands as it is, between its quotes. */
function joinTexts(lines: string[]): string[] {
  const joined: string[] = [];
  let open = false;
  for (const line of lines) {
    if (open) joined.push(`${joined.pop()}\n${line}`);
    else joined.push(line);
    const value = joined.at(-1)?.replace(/^\s*(?:"[^"\n]+": )?/, "") ?? "";
    open = value.startsWith('"') && !/[^\\]",?$/.test(value);
  }
  return joined;
}

function asText(line: string): string {
  const [, quoted] = /^("(?:[^"\\]|\\.)*"),?$/s.exec(line) ?? [];
  if (!quoted) return line.replace(/,$/, "");
  try {
    return JSON.parse(quoted.replaceAll("\n", "\\n"));
  } catch {
    return line;
  }
}
