import type { Row } from "./draw-table.ts";
import { nameOf } from "./name-of.ts";
import { runAlone } from "./run-alone.ts";
import type { Pairs } from "./runs/cpu.ts";
import type { FramesJob } from "./runs/draw-frames.ts";
import { medianRatio } from "./statistics.ts";
import type { Workbench } from "./workbench.ts";

/** Whether a frame costs the same, however long the transcript is. */
export async function measureFrames(bench: Workbench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const chapter of bench.chaptersWith("tui/lay-out.ts")) {
    const { number, folder } = chapter;
    const { few, many } = await runAlone<FramesJob, Pairs>("draw-frames", {
      ...{ path: `chapters/${folder}`, number },
      ...{ few: 10, many: 10_000 },
    });
    const value = medianRatio(many, few);
    rows.push({
      subject: nameOf(chapter),
      what: "80x24, lines kept",
      value,
      unit: "x",
      target: 1.2,
    });
  }
  return rows;
}
