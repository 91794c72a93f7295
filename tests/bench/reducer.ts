import type { Row } from "./draw-table.ts";
import { nameOf } from "./name-of.ts";
import { runAlone } from "./run-alone.ts";
import type { Pairs } from "./runs/cpu.ts";
import type { FoldJob } from "./runs/fold-events.ts";
import type { Shape } from "./session-events.ts";
import { medianRatio } from "./statistics.ts";
import type { Workbench } from "./workbench.ts";

const shapes: Shape[] = ["many turns", "one long turn"];

/** Whether an event costs the same, however much has happened before. */
export async function measureReducers(bench: Workbench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const chapter of bench.chaptersWith("state/reduce-session-event.ts")) {
    for (const shape of shapes) {
      const { number, folder } = chapter;
      const { few, many } = await runAlone<FoldJob, Pairs>("fold-events", {
        ...{ path: `chapters/${folder}`, number, shape },
        ...{ few: 1_000, many: 100_000 },
      });
      const value = medianRatio(many, few);
      rows.push({ subject: nameOf(chapter), what: shape, value, unit: "x", target: 1.2 });
    }
  }
  return rows;
}
