import { loadBundled } from "../../../shared/trace/load-bundled.ts";
import { sessionEvents } from "../session-events.ts";
import { cpuInPairs, type Pairs } from "./cpu.ts";
import { tell } from "./tell.ts";

export type FramesJob = { path: string; number: number; few: number; many: number };

type Reducer = typeof import("../../../chapters/05-tui/state/reduce-session-event.ts");
type Items = typeof import("../../../chapters/05-tui/state/transcript-items.ts");
type LayOut = typeof import("../../../chapters/05-tui/tui/lay-out.ts");
type ItemLines = typeof import("../../../chapters/05-tui/tui/item-lines.ts");
type Typing = typeof import("../../../chapters/05-tui/tui/typing.ts");

const SIZE = { columns: 80, rows: 24 };
const FRAMES = 300;

// The same frames over and over: what was laid out once is kept, as on the screen.
await tell(async ({ path, number, few, many }: FramesJob): Promise<Pairs> => {
  const load = (file: string) => loadBundled(`${path}/${file}`);
  const { layOut } = (await load("tui/lay-out.ts")) as LayOut;
  const { cachedLines, itemLines, plainAnswer } = (await load("tui/item-lines.ts")) as ItemLines;
  const { emptyTyping } = (await load("tui/typing.ts")) as Typing;
  const stateOf = await loadStates(load, number);
  const linesOf = cachedLines(itemLines(plainAnswer))(SIZE.columns);
  const drawn = (count: number) => {
    const view = { state: stateOf(count), typing: emptyTyping };
    return () => {
      for (let frame = 0; frame < FRAMES; frame++) layOut(view, SIZE, linesOf);
    };
  };
  const [drawFew, drawMany] = [drawn(few), drawn(many)];
  return cpuInPairs(drawFew, drawMany, { warmUp: 20, rounds: 20 });
});

/** A state with as many items. They are three in a turn, and fill the window either way. */
async function loadStates(load: (file: string) => Promise<unknown>, number: number) {
  const { emptyState, reduceSessionEvent } = (await load(
    "state/reduce-session-event.ts",
  )) as Reducer;
  const { transcriptItems } = (await load("state/transcript-items.ts")) as Items;
  return (count: number) => {
    let state = emptyState;
    let items = 0;
    for (const event of sessionEvents(count * 10, "many turns", number)) {
      const before = state.transcript.settled;
      state = reduceSessionEvent(state, event);
      if (state.transcript.settled !== before) items += 1;
      if (items === count) break;
    }
    const found = transcriptItems(state.transcript).length;
    if (found !== count) throw new Error(`The transcript has ${found} items instead of ${count}.`);
    return state;
  };
}
