import type { Chapter } from "../../shared/course/chapters.ts";
import type { Row } from "./draw-table.ts";
import { nameOf } from "./name-of.ts";
import { runAlone } from "./run-alone.ts";
import type { Series, TurnsJob, TurnsTold } from "./runs/take-turns.ts";
import { scenarioOf, type TurnKind, turnKinds } from "./scenarios.ts";
import { type Server, withServer } from "./server.ts";
import { medianRatio } from "./statistics.ts";
import type { Subject } from "./subject.ts";
import type { Workbench } from "./workbench.ts";

const ROUNDS = 3;

/** Within one process, so that neither loading nor the first compilation counts. */
const series: Record<TurnKind, Omit<Series, "kind">> = {
  text: { turns: 10, warmUp: 4, count: 4 },
  tool: { turns: 10, warmUp: 3, count: 3 },
  deltas: { turns: 1, warmUp: 3, count: 3 },
};

const shown: Record<TurnKind, string> = {
  text: "a text turn",
  tool: "a tool turn",
  deltas: "an answer in 5,000 deltas",
};

const TARGET = 1.25;

type Entrant = { name: string; subject: Subject; kinds: TurnKind[]; told: TurnsTold[] };

/** Each chapter beside the bare script that asks as it does, whole or streamed: the rest is what its layers cost. */
export async function measureTurns(bench: Workbench): Promise<Row[]> {
  const streaming = bench.chaptersWith("openai-stream.ts");
  const bare = enter("bare", "bare", ["text", "tool"]);
  const bareStreamed = enter("bare, streamed", "bare, streamed", [...turnKinds]);
  const chapters = bench.chaptersWith().map(enterChapter);
  const all = streaming.length > 0 ? [bare, bareStreamed, ...chapters] : [bare, ...chapters];
  await withServer((server) => takeRounds(all, bench, server));
  const names = streaming.map(nameOf);
  return turnKinds.flatMap((kind) =>
    chapters
      .filter(({ kinds }) => kinds.includes(kind))
      .map((chapter) => compare(chapter, names.includes(chapter.name) ? bareStreamed : bare, kind)),
  );
}

function enter(name: string, subject: Subject, kinds: TurnKind[]): Entrant {
  return { name, subject, kinds, told: [] };
}

function enterChapter(chapter: Chapter): Entrant {
  const { number, folder } = chapter;
  const kinds = turnKinds.filter((kind) => scenarioOf[kind].from <= number);
  return enter(nameOf(chapter), { number, path: `chapters/${folder}` }, kinds);
}

/** Everyone once, again and again, there and back: none is always first. */
async function takeRounds(all: Entrant[], bench: Workbench, server: Server): Promise<void> {
  const { workspaceRoot } = bench;
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, subject, kinds, told } of round % 2 === 0 ? all : all.toReversed()) {
      const log = bench.scratch(`turn-${name}-${round}`);
      const job = { subject, urls: server.urls, workspaceRoot, log };
      told.push(
        await runAlone<TurnsJob, TurnsTold>("take-turns", {
          ...job,
          series: kinds.map((kind) => ({ kind, ...series[kind] })),
        }),
      );
      // nothing of this run is left for the next
      await server.takeLengths();
    }
  }
}

function compare(chapter: Entrant, bare: Entrant, kind: TurnKind): Row {
  const numbers = ({ told }: Entrant) => told.map((each) => each[kind] ?? Number.NaN);
  return {
    subject: chapter.name,
    what: shown[kind],
    value: medianRatio(numbers(chapter), numbers(bare)),
    unit: "x",
    target: kind === "deltas" ? TARGET : undefined,
  };
}
