/** Indexes into the removed and the added lines. */
export type Pair = [removed: number, added: number];

/** Below this two lines say different things, and marks would be confetti. */
const ALIKE = 0.6;
/** Larger blocks are no edit of lines any more. */
const MOST_CELLS = 10_000;

/** Which removed line became which added line, in order, so that the pairs are as alike as can be. */
export function pairLines(removed: string[], added: string[]): Pair[] {
  if (removed.length * added.length > MOST_CELLS) return [];
  const words = added.map(wordsOf);
  const alike = removed.map((line) => {
    const own = wordsOf(line);
    return words.map((other) => likeness(own, other));
  });
  const best = scoreRest(alike, added.length);
  const pairs: Pair[] = [];
  let [left, right] = [0, 0];
  while (left < removed.length && right < added.length) {
    const here = best[left]?.[right] ?? 0;
    if (here === (best[left + 1]?.[right] ?? 0)) left++;
    else if (here === (best[left]?.[right + 1] ?? 0)) right++;
    else pairs.push([left++, right++]);
  }
  return pairs;
}

/** What can still be won from each place on. */
function scoreRest(alike: number[][], width: number): number[][] {
  const best: number[][] = [];
  for (const [left, row] of [...alike.entries()].reverse()) {
    const scores: number[] = [];
    for (let right = width - 1; right >= 0; right--) {
      const likeness = row[right] ?? 0;
      const paired = likeness < ALIKE ? 0 : likeness + (best[left + 1]?.[right + 1] ?? 0);
      scores[right] = Math.max(paired, best[left + 1]?.[right] ?? 0, scores[right + 1] ?? 0);
    }
    best[left] = scores;
  }
  return best;
}

function wordsOf(line: string): string[] {
  return line.match(/\w+|[^\s\w]/g) ?? [];
}

/** From 0 to 1: the share of the letters that both lines have in common, word by word. */
function likeness(words: string[], others: string[]): number {
  const rest = [...others];
  let common = 0;
  for (const word of words) {
    const found = rest.indexOf(word);
    if (found === -1) continue;
    rest.splice(found, 1);
    common += word.length;
  }
  const total = words.join("").length + others.join("").length;
  return total ? (2 * common) / total : 0;
}
