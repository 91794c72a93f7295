import { measureBytes } from "./bytes.ts";
import type { Row } from "./draw-table.ts";
import { measureFrames } from "./frame.ts";
import { measureReducers } from "./reducer.ts";
import { measureResume } from "./resume.ts";
import { measureTurns } from "./turn.ts";
import type { Workbench } from "./workbench.ts";

export type Measure = {
  name: string;
  /** What is divided by what. */
  shows: string;
  /** Rejects with one line where it could not be taken. */
  take(bench: Workbench): Promise<Row[]>;
};

/** In the order in which they are taken. */
export const measures: Measure[] = [
  {
    name: "turn",
    shows: "CPU of a turn without a screen, against a bare openai script",
    take: measureTurns,
  },
  {
    name: "reducer",
    shows: "CPU per event among 100,000 events, against 1,000",
    take: measureReducers,
  },
  {
    name: "frame",
    shows: "CPU of a frame over 10,000 items, against 10",
    take: measureFrames,
  },
  {
    name: "resume",
    shows: "CPU to resume 10,000 turns from their log, against 1,000",
    take: measureResume,
  },
  {
    name: "bytes",
    shows: "what turn 10 sends more than turn 1, against a bare openai script",
    take: measureBytes,
  },
];
