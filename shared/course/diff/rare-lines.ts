/** Which lines of two files are worth a search for their counterpart: `true` at the place of each. */
export type Worth = { before: boolean[]; after: boolean[] };

/**
 * Leaves out what git leaves out before it compares, so that both count the same: lines that the other
 * file does not have, and frequent ones, such as a lone brace, that stand among such lines. Without it
 * a new function would be pinned to the braces of an old one.
 */
export function rareLines(before: string[], after: string[]): Worth {
  const { head, tail } = commonEnds(before, after);
  return {
    before: worthOf(before, countLines(after), head, before.length - tail),
    after: worthOf(after, countLines(before), head, after.length - tail),
  };
}

function commonEnds(before: string[], after: string[]): { head: number; tail: number } {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { head, tail };
}

function countLines(lines: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

type Presence = "absent" | "some" | "frequent";

/** Lines before `start` and from `end` on are the same in both files. */
function worthOf(
  lines: string[],
  counts: Map<string, number>,
  start: number,
  end: number,
): boolean[] {
  const frequent = Math.min(frequency(lines.length), 1024);
  const presences = lines.slice(start, end).map((line): Presence => {
    const count = counts.get(line) ?? 0;
    if (count === 0) return "absent";
    return count < frequent ? "some" : "frequent";
  });
  return lines.map((_line, index) => {
    const presence = presences[index - start];
    if (presence === "frequent") return !standsAmongAbsent(presences, index - start);
    return presence !== "absent";
  });
}

/** About the square root: how often a line of a file this long has to be there to be frequent. */
function frequency(length: number): number {
  let result = 1;
  for (let rest = length; rest > 0; rest >>= 2) result <<= 1;
  return result;
}

/** Absent lines on both sides, and more than three of them for each frequent one, up to the next of the others. */
function standsAmongAbsent(presences: Presence[], index: number): boolean {
  const above = neighbours(presences, index, -1);
  const below = neighbours(presences, index, 1);
  if (above.absent === 0 || below.absent === 0) return false;
  const absent = above.absent + below.absent;
  return (above.frequent + below.frequent) * 4 < above.frequent + below.frequent + absent;
}

/** Looks 100 lines far. The line itself counts as frequent, once a direction. */
function neighbours(presences: Presence[], index: number, step: 1 | -1) {
  const found = { absent: 0, frequent: 1 };
  for (let distance = 1; distance <= 100; distance++) {
    const presence = presences[index + distance * step];
    if (presence === undefined || presence === "some") break;
    found[presence]++;
  }
  return found;
}
