/** Neighbouring places that one chip stands for, both inclusive, from 0. */
export type Chip = { from: number; to: number };

const SHORTEST = 3;

/** One chip per event; of many pieces in a row, one chip for them all. `names` are the types, place by place. */
export function foldRuns(names: string[]): Chip[] {
  const chips: Chip[] = [];
  for (let from = 0; from < names.length; ) {
    let to = from;
    while (isPiece(names[from]) && names[to + 1] === names[from]) to++;
    if (to - from + 1 >= SHORTEST) chips.push({ from, to });
    else for (let at = from; at <= to; at++) chips.push({ from: at, to: at });
    from = to + 1;
  }
  return chips;
}

/** The chip of a place. Never -1 for a place that is there. */
export function chipAt(chips: Chip[], place: number): number {
  let [low, high] = [0, chips.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((chips[middle]?.to ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Which chips are drawn: all of a turn, and of a long session those around the current one. */
export function chipsInSight(count: number, current: number, most = 120): Chip {
  const from = Math.max(0, Math.min(current - (most >> 1), count - most));
  return { from, to: Math.min(count, from + most) - 1 };
}

function isPiece(name: string | undefined): boolean {
  return name !== undefined && /\.delta\b|^tool\.progress\b/.test(name);
}
