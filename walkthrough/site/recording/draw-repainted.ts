import type { Chapter } from "../../../shared/course/chapters.ts";
import type { Window } from "../../../shared/course/picture/window.ts";
import type { SessionEvent } from "../../../shared/events.ts";
import { loadBundled } from "../../../shared/trace/load-bundled.ts";
import { memoryTerminal } from "./memory-terminal.ts";

type ReduceModule = typeof import("../../../chapters/04-reducer/state/reduce-session-event.ts");
type ScreenModule = typeof import("../../../chapters/04-reducer/repainting-screen.ts");

/** Chapter 04 paints what can still change again, below what is settled. */
export async function* drawRepainted(
  { folder }: Chapter,
  events: SessionEvent[],
): AsyncGenerator<Window> {
  const path = `chapters/${folder}`;
  const { emptyState, reduceSessionEvent } = (await loadBundled(
    `${path}/state/reduce-session-event.ts`,
  )) as ReduceModule;
  const { repaintingScreen } = (await loadBundled(`${path}/repainting-screen.ts`)) as ScreenModule;
  const terminal = memoryTerminal();
  const screen = repaintingScreen(terminal.output, terminal.input);
  let state = emptyState;
  for (const event of events) {
    const before = state;
    state = reduceSessionEvent(state, event);
    if (state !== before) screen.show(state);
    yield await terminal.look();
  }
}
