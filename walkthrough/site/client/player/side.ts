import { renderItem, renderStatus } from "../../../../chapters/14-approvals/render-state.ts";
import {
  appendDraft,
  newestFirst,
} from "../../../../chapters/14-approvals/state/transcript-items.ts";
import type { TuiState } from "../../../../chapters/14-approvals/state/tui-state.ts";
import type { SessionEvent } from "../../../../shared/events.ts";
import type { Recording } from "../../recording/recording.ts";
import { foldEvents, type Reducer } from "./fold-events.ts";
import { type CodeLines, loadCode, loadRecording } from "./load-data.ts";
import type { SessionFile } from "./read-session.ts";

/** What one side of the player steps through. */
export type Side = {
  /** A chapter's folder, or the name of a file. */
  title: string;
  events: SessionEvent[];
  /** After each event. */
  states: unknown[];
  emptyState: unknown;
  /** The chapter keeps no state: these are those of the first one that does. */
  borrowed?: boolean;
  /** Absent for a reader's own session. */
  recording?: Recording;
  code?: CodeLines;
  /** For a reader's own session: what its screen shows after an event. */
  screen?(index: number): string[];
  /** What has to be said of it, in sentences. */
  notices: string[];
};

/** Whether it is a reader's own session. */
export function isOwn({ recording }: Side): boolean {
  return recording === undefined;
}

const reducers = import.meta.glob<Reducer>("../../../../chapters/*/state/reduce-session-event.ts");

export async function sideOfRecording(chapter: string, scenario: string): Promise<Side> {
  const [recording, code, reducer] = await Promise.all([
    loadRecording(chapter, scenario),
    loadCode(chapter).catch(() => undefined),
    reducerOf(chapter),
  ]);
  const events = recording.steps.map(({ event }) => event);
  const states = await foldEvents(reducer, events);
  return {
    title: chapter,
    events,
    states,
    emptyState: reducer.emptyState,
    borrowed: !(pathOf(chapter) in reducers),
    recording,
    code,
    notices: [],
  };
}

export async function sideOfFile({ name, events, notices }: SessionFile): Promise<Side> {
  const reducer = await reducerOf("14-approvals");
  const states = await foldEvents(reducer, events);
  const screen = (index: number) => lastScreen(states[index] as TuiState, events[index]);
  return { title: name, events, states, emptyState: reducer.emptyState, screen, notices };
}

/** A chapter without a reducer of its own is seen with the first one that there is. */
function reducerOf(chapter: string): Promise<Reducer> {
  const load = reducers[pathOf(chapter)] ?? reducers[pathOf("04-reducer")];
  if (!load) throw new Error(`No chapter named ${chapter} has a state.`);
  return load();
}

function pathOf(chapter: string): string {
  return `../../../../chapters/${chapter}/state/reduce-session-event.ts`;
}

/** A screen shows the end: a few lines more than any window has. */
const MOST_LINES = 200;
/** Of lines that are very long: what a browser lays out at once. */
const MOST_CHARACTERS = 20_000;

function lastScreen(state: TuiState, event: SessionEvent | undefined): string[] {
  const lines = renderStatus(state.status, Date.parse(String(event?.at)));
  for (const item of newestFirst(appendDraft(state).transcript)) {
    lines.unshift(...renderItem(item).slice(-MOST_LINES));
    if (lines.length > MOST_LINES) break;
  }
  return endOf(lines.slice(-MOST_LINES));
}

function endOf(lines: string[]): string[] {
  const text = lines.join("\n");
  if (text.length <= MOST_CHARACTERS) return lines;
  const end = text.slice(-MOST_CHARACTERS).replace(/^[\uDC00-\uDFFF]/, "");
  return ["… (what came before is left out)", ...end.split("\n")];
}
