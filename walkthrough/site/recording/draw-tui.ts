import { AsyncLocalStorage } from "node:async_hooks";
import type { Chapter } from "../../../shared/course/chapters.ts";
import type { Window } from "../../../shared/course/picture/window.ts";
import type { SessionEvent } from "../../../shared/events.ts";
import { loadBundled } from "../../../shared/trace/load-bundled.ts";
import { memoryTerminal } from "./memory-terminal.ts";
import type { Play } from "./plays.ts";

type ReduceModule = typeof import("../../../chapters/14-approvals/state/reduce-session-event.ts");
type ItemsModule = typeof import("../../../chapters/14-approvals/state/transcript-items.ts");
type ScreenModule = typeof import("../../../chapters/14-approvals/tui/tui-screen.ts");
type TuiState = Parameters<ReduceModule["reduceSessionEvent"]>[0];

/** The time of the events that a window shows: it counts the seconds of a wait. */
const shown = new AsyncLocalStorage<{ at: number }>();
const systemNow = Date.now;
Date.now = () => shown.getStore()?.at ?? systemNow();

/** From chapter 05 on: the chapter's own window, which a cancel and a question change as in its main.ts. */
export async function* drawTui(
  { number, folder }: Chapter,
  { options }: Play,
  events: SessionEvent[],
): AsyncGenerator<Window> {
  const { reduceSessionEvent, emptyState, appendDraft, tuiScreen } = await loadParts(folder);
  const terminal = memoryTerminal();
  const screen = tuiScreen(terminal.output, terminal.input, () => {});
  // the second one comes when it can draw Markdown
  await terminal.nextFrame();
  let state = emptyState;
  let isCancelled = false;
  let waited = 0;
  for (const event of events) {
    const before = state;
    state = reduceSessionEvent(state, event);
    if (event.type === options.cancelAfter && !isCancelled) {
      isCancelled = true;
      state = { ...state, status: { turn: "cancelling" } };
    }
    if (state !== before) {
      const at = Date.parse(event.at) + (event.type === "model.retrying" ? 0 : waited);
      const drawn = terminal.nextFrame();
      const toShow: TuiState = number < 6 ? state : appendDraft(state);
      shown.run({ at }, () => screen.show(toShow));
      await drawn;
    }
    // the clock of a recording does not count a wait, but what follows comes after it
    if (event.type === "model.retrying") waited = event.delayMs;
    yield await terminal.look();
  }
}

async function loadParts(folder: string): Promise<ReduceModule & ItemsModule & ScreenModule> {
  const files = ["state/reduce-session-event", "state/transcript-items", "tui/tui-screen"];
  const parts = files.map((file) => loadBundled(`chapters/${folder}/${file}.ts`));
  return Object.assign({}, ...(await Promise.all(parts)));
}
