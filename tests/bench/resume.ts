import type { Chapter } from "../../shared/course/chapters.ts";
import type { Row } from "./draw-table.ts";
import { nameOf } from "./name-of.ts";
import { repeatTurn } from "./resume-log.ts";
import { runAlone } from "./run-alone.ts";
import type { ResumeJob, ResumeTold } from "./runs/resume-session.ts";
import type { TurnsJob } from "./runs/take-turns.ts";
import { withServer } from "./server.ts";
import { median, medianRatio } from "./statistics.ts";
import type { Workbench } from "./workbench.ts";

const ROUNDS = 2;
const FEW = 1_000;
const MANY = 10_000;

/** Whether ten times as many turns take ten times as long, and what they take up in memory. */
export async function measureResume(bench: Workbench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const chapter of bench.chaptersWith("session-store.ts")) {
    const logs = await writeLogs(bench, chapter);
    const few: ResumeTold[] = [];
    const many: ResumeTold[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      few.push(await resume(bench, chapter, { log: logs.few, turns: FEW }));
      many.push(await resume(bench, chapter, { log: logs.many, turns: MANY }));
    }
    const [cpuOfFew, cpuOfMany] = [few, many].map((told) => told.map(({ cpu }) => cpu));
    const ratio = medianRatio(cpuOfMany ?? [], cpuOfFew ?? []);
    const mebibytes = median(many.map(({ memory }) => memory / 1024));
    const subject = nameOf(chapter);
    rows.push({ subject, what: "ten times the turns", value: ratio, unit: "x", target: 12 });
    rows.push({ subject, what: "memory", value: mebibytes, unit: " MB", target: 400 });
  }
  return rows;
}

/** Of a turn that the chapter itself has kept. */
async function writeLogs(
  bench: Workbench,
  { number, folder }: Chapter,
): Promise<{ few: string; many: string }> {
  const log = bench.scratch(`resume-${number}`);
  await withServer(({ urls }) =>
    runAlone<TurnsJob, unknown>("take-turns", {
      ...{ subject: { number, path: `chapters/${folder}` }, urls, log },
      workspaceRoot: bench.workspaceRoot,
      series: [{ kind: "tool", turns: 1, warmUp: 0, count: 1 }],
    }),
  );
  repeatTurn(`${log}-tool-0`, `${log}-few`, FEW);
  repeatTurn(`${log}-tool-0`, `${log}-many`, MANY);
  return { few: `${log}-few`, many: `${log}-many` };
}

async function resume(
  { workspaceRoot }: Workbench,
  { folder }: Chapter,
  { log, turns }: { log: string; turns: number },
): Promise<ResumeTold> {
  return runAlone<ResumeJob, ResumeTold>("resume-session", {
    ...{ path: `chapters/${folder}`, log, workspaceRoot, turns },
  });
}
