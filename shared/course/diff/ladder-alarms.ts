import type { LadderStats } from "./ladder-stats.ts";

export type Alarm = {
  budget: string;
  value: number;
  limit: number;
  /** What is over the limit, with its reason from the manifest when there is one. Empty when the budget holds. */
  over: Excess[];
};

export type Excess = {
  /** A chapter's folder, or a file below chapters/. */
  where: string;
  value: number;
  reason?: string;
};

/** The budgets of the ladder, each with its value and what exceeds it. Pure. */
export function alarms({ first, steps, files }: LadderStats): Alarm[] {
  const churns = steps.map((step) => ({ ...step, value: ratio(step.removed, step.added) }));
  const sizes = steps.map((step) => ({ ...step, value: step.counted }));
  const firsts = first ? [first] : [];
  const total = (field: "added" | "removed") => steps.reduce((sum, step) => sum + step[field], 0);
  return [
    alarm("churn (removed / added)", 0.06, churns, ratio(total("removed"), total("added"))),
    alarm("lines added per step, median", 130, sizes, median(steps.map(({ counted }) => counted))),
    alarm("lines added per step, most", 300, sizes),
    alarm(
      "lines of a file, most",
      165,
      files.map((file) => ({ ...file, value: file.lines })),
    ),
    alarm(
      "files of the first chapter",
      3,
      firsts.map((chapter) => ({ ...chapter, value: chapter.files })),
    ),
    alarm(
      "lines of the first chapter",
      70,
      firsts.map((chapter) => ({ ...chapter, value: chapter.lines })),
    ),
  ];
}

/** What exceeds a budget without a reason in the manifest. */
export function unexplained({ over }: Alarm): Excess[] {
  return over.filter(({ reason }) => !reason);
}

type Measured = { folder: string; path?: string; value: number; excess?: string };

/** A budget of the whole ladder is exceeded by the parts that are over the limit themselves. */
function alarm(budget: string, limit: number, parts: Measured[], whole?: number): Alarm {
  const value = whole ?? Math.max(0, ...parts.map((part) => part.value));
  const over = value > limit ? parts.filter((part) => part.value > limit) : [];
  return {
    budget,
    value,
    limit,
    over: over.map(({ folder, path, value, excess }) => ({
      where: path === undefined ? folder : `${folder}/${path}`,
      value,
      ...(excess !== undefined && { reason: excess }),
    })),
  };
}

function ratio(removed: number, added: number): number {
  return added ? removed / added : removed;
}

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? 0;
  return sorted.length % 2 ? high : ((sorted[middle - 1] ?? 0) + high) / 2;
}
