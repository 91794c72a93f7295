/** The CPU time that this process takes meanwhile, in microseconds, all its threads together. */
export async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

export type Pairs = { few: number[]; many: number[] };

export type PairsOptions = { warmUp: number; rounds: number };

/** The CPU of one and of the other, in turns, each as often the first of the two; what comes before `rounds` is not told. */
export async function cpuInPairs(
  few: () => unknown,
  many: () => unknown,
  { warmUp, rounds }: PairsOptions,
): Promise<Pairs> {
  const told: Pairs = { few: [], many: [] };
  for (let round = 0; round < warmUp + rounds; round++) {
    const isEven = round % 2 === 0;
    if (isEven) told.few.push(await cpuOf(few));
    told.many.push(await cpuOf(many));
    if (!isEven) told.few.push(await cpuOf(few));
  }
  return { few: told.few.slice(warmUp), many: told.many.slice(warmUp) };
}
