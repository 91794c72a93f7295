import type { SessionEvent } from "../../../shared/events.ts";
import { reduceDraft } from "./draft.ts";
import { knownPhase } from "./known-phase.ts";
import { reduceModel } from "./reduce-model.ts";
import { reduceStatus } from "./reduce-status.ts";
import { noTotals, reduceTotals } from "./reduce-totals.ts";
import { reduceTranscript } from "./reduce-transcript.ts";
import type { TuiState } from "./tui-state.ts";

export const emptyState: TuiState = {
  transcript: { open: [] },
  status: { turn: "idle" },
  draft: [],
  totals: noTotals,
  model: "",
  phase: "build",
};

/**
 * From one state to the next. Pure, and never throws: events may be doubled, missing, out of order or of a
 * type that is not known here. What an event does not change is the same object as before.
 */
export function reduceSessionEvent(state: TuiState, event: SessionEvent): TuiState {
  // whatever was shown before belongs to another session
  if (event.type === "session.started") return emptyState;
  const transcript = reduceTranscript(state.transcript, event);
  const status = reduceStatus(state.status, event);
  const draft = reduceDraft(state.draft, event);
  const totals = reduceTotals(state.totals, event);
  const model = reduceModel(state.model, event);
  const phase = event.type === "phase.changed" ? knownPhase(event.phase) : state.phase;
  const isSame =
    transcript === state.transcript &&
    status === state.status &&
    draft === state.draft &&
    totals === state.totals &&
    model === state.model &&
    phase === state.phase;
  return isSame ? state : { transcript, status, draft, totals, model, phase };
}
