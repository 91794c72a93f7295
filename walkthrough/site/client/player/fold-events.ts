import type { SessionEvent } from "../../../../shared/events.ts";

/** What a chapter's state/reduce-session-event.ts exports, whatever its state is made of. */
export type Reducer = {
  emptyState: unknown;
  reduceSessionEvent(state: never, event: SessionEvent): unknown;
};

const AT_ONCE = 2000;

/** The state after each event, in order. A page that folds a long session still answers. */
export async function foldEvents(reducer: Reducer, events: SessionEvent[]): Promise<unknown[]> {
  const states: unknown[] = [];
  let state = reducer.emptyState;
  for (const event of events) {
    state = reducer.reduceSessionEvent(state as never, event);
    states.push(state);
    if (states.length % AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  return states;
}
