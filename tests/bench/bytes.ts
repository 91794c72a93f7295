import type { Row } from "./draw-table.ts";
import { nameOf } from "./name-of.ts";
import { runAlone } from "./run-alone.ts";
import type { TurnsJob } from "./runs/take-turns.ts";
import { scenarioOf, type TurnKind } from "./scenarios.ts";
import { type Server, withServer } from "./server.ts";
import type { Subject } from "./subject.ts";
import type { Workbench } from "./workbench.ts";

const TURNS = 10;

type Sent = { first: number; last: number };

/** The bodies of the requests, counted where they arrive. Their growth is the history; the tools are in every request. */
export async function measureBytes(bench: Workbench): Promise<Row[]> {
  return withServer(async (server) => {
    const text = await count("bare", "text", { bench, server });
    const tool = await count("bare", "tool", { bench, server });
    const rows: Row[] = [];
    for (const chapter of bench.chaptersWith()) {
      const { number, folder } = chapter;
      const kind = number < scenarioOf.tool.from ? "text" : "tool";
      const subject = { number, path: `chapters/${folder}` };
      const sent = await count(subject, kind, { bench, server });
      rows.push({
        subject: nameOf(chapter),
        what: `${kind}: ${grouped(sent.first)} B, then ${grouped(sent.last)} B`,
        value: growth(sent) / growth(kind === "text" ? text : tool),
        unit: "x",
      });
    }
    return rows;
  });
}

function growth({ first, last }: Sent): number {
  return last - first;
}

async function count(
  subject: Subject,
  kind: TurnKind,
  { bench, server }: { bench: Workbench; server: Server },
): Promise<Sent> {
  const name = typeof subject === "string" ? subject : subject.number;
  await runAlone<TurnsJob, unknown>("take-turns", {
    subject,
    urls: server.urls,
    workspaceRoot: bench.workspaceRoot,
    log: bench.scratch(`bytes-${name}-${kind}`),
    series: [{ kind, turns: TURNS, warmUp: 0, count: 1 }],
  });
  const lengths = await server.takeLengths();
  const requests = scenarioOf[kind].responses.length;
  if (lengths.length !== requests * TURNS || lengths.some(Number.isNaN)) {
    throw new Error(`${name} sent ${lengths.length} requests in ${TURNS} turns: ${lengths}.`);
  }
  return { first: sum(lengths.slice(0, requests)), last: sum(lengths.slice(-requests)) };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function grouped(number: number): string {
  return number.toLocaleString("en-US");
}
