import { scenarioOf, type TurnKind } from "../scenarios.ts";
import { openSubject, type RunTurn, type Subject } from "../subject.ts";
import { cpuOf } from "./cpu.ts";
import { tell } from "./tell.ts";

export type TurnsJob = {
  subject: Subject;
  urls: Record<TurnKind, string>;
  workspaceRoot: string;
  /** Where a chapter may keep its sessions: a path that is free, and so are those that begin with it. */
  log: string;
  series: Series[];
};

/** Conversations of as many turns each, the first of which are not counted. */
export type Series = { kind: TurnKind; turns: number; warmUp: number; count: number };

export type TurnsTold = Partial<Record<TurnKind, number>>;

// Of each series the CPU of the turns that count, in microseconds.
await tell(async ({ series, ...job }: TurnsJob) => {
  const told: TurnsTold = {};
  for (const { kind, turns, warmUp, count } of series) {
    let sum = 0;
    for (let number = 0; number < warmUp + count; number++) {
      const place = { ...job, url: job.urls[kind], log: `${job.log}-${kind}-${number}` };
      const runTurn = await openSubject(job.subject, place);
      const cpu = await cpuOf(() => takeTurns(runTurn, kind, turns));
      if (number >= warmUp) sum += cpu;
    }
    told[kind] = sum;
  }
  return told;
});

async function takeTurns(runTurn: RunTurn, kind: TurnKind, count: number): Promise<void> {
  const { user, responses } = scenarioOf[kind];
  const [expected] = responses.at(-1)?.output ?? [];
  for (let turn = 0; turn < count; turn++) {
    const answer = await runTurn(user);
    if (expected?.type === "message" && answer === expected.text) continue;
    throw new Error(`A turn of the kind ${kind} was answered with "${answer.slice(0, 60)}".`);
  }
}
