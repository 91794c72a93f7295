import { loadBundled } from "../../../shared/trace/load-bundled.ts";
import { type Shape, sessionEvents } from "../session-events.ts";
import { cpuOf } from "./cpu.ts";
import { tell } from "./tell.ts";

export type FoldJob = { path: string; number: number; shape: Shape; few: number; many: number };

/** Microseconds for as many events: in lists of `few`, and in one of `many`. */
export type FoldTold = { few: number[]; many: number[] };

type Reducer = typeof import("../../../chapters/04-reducer/state/reduce-session-event.ts");

const WARM_UP = 2;
const ROUNDS = 5;

// The same number of events either way, and each event is another object: only the length of the session differs.
await tell(async ({ path, number, shape, few, many }: FoldJob): Promise<FoldTold> => {
  const { emptyState, reduceSessionEvent } = (await loadBundled(
    `${path}/state/reduce-session-event.ts`,
  )) as Reducer;
  const short = Array.from({ length: many / few }, () => sessionEvents(few, shape, number));
  const long = sessionEvents(many, shape, number);
  const foldShort = () => short.map((events) => events.reduce(reduceSessionEvent, emptyState));
  const foldLong = () => long.reduce(reduceSessionEvent, emptyState);
  const told: FoldTold = { few: [], many: [] };
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    told.few.push(await cpuOf(foldShort));
    told.many.push(await cpuOf(foldLong));
  }
  return { few: told.few.slice(WARM_UP), many: told.many.slice(WARM_UP) };
});
