import { loadBundled } from "../../../shared/trace/load-bundled.ts";
import { type Shape, sessionEvents } from "../session-events.ts";
import { cpuInPairs, type Pairs } from "./cpu.ts";
import { tell } from "./tell.ts";

export type FoldJob = { path: string; number: number; shape: Shape; few: number; many: number };

type Reducer = typeof import("../../../chapters/04-reducer/state/reduce-session-event.ts");

// The same number of events either way, and each event is another object: only the length of the session differs.
await tell(async ({ path, number, shape, few, many }: FoldJob): Promise<Pairs> => {
  const { emptyState, reduceSessionEvent } = (await loadBundled(
    `${path}/state/reduce-session-event.ts`,
  )) as Reducer;
  const short = Array.from({ length: many / few }, () => sessionEvents(few, shape, number));
  const long = sessionEvents(many, shape, number);
  const foldShort = () => short.map((events) => events.reduce(reduceSessionEvent, emptyState));
  const foldLong = () => long.reduce(reduceSessionEvent, emptyState);
  return cpuInPairs(foldShort, foldLong, { warmUp: 4, rounds: 6 });
});
