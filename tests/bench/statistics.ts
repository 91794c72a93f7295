/** Between the two in the middle where their number is even. NaN without any. */
export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/**
 * The median of the ratios, each of two numbers that were taken one after the other: what slows the machine
 * down for a while slows both. Throws when a number is missing or is none.
 */
export function medianRatio(numbers: number[], against: number[]): number {
  if (numbers.length !== against.length) {
    throw new Error(`${numbers.length} numbers have no ratio to ${against.length}.`);
  }
  const ratio = median(numbers.map((number, place) => number / (against[place] ?? Number.NaN)));
  if (!Number.isFinite(ratio)) throw new Error(`${numbers} against ${against} is no ratio.`);
  return ratio;
}
