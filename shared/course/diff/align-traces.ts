import { diffArrays } from "diff";
import type { SessionEvent } from "../../events.ts";
import type { DiffedChapter } from "./chapter-diff.ts";

/** One scenario in two chapters. `one-turn diff A B --trace --json` prints it as it stands here. */
export type TraceDiff = {
  from: DiffedChapter;
  to: DiffedChapter;
  scenario: string;
  /** What the user typed. */
  user: string;
  rows: TraceRow[];
};

/** A row of two traces side by side. */
export type TraceRow = {
  /** On both sides and the same, on both with another payload, or on one side only. */
  kind: "same" | "differs" | "removed" | "added";
  from?: SessionEvent;
  to?: SessionEvent;
};

/** Events stand side by side when type and call are the same. The wording of errors is not compared. */
export function alignTraces(from: SessionEvent[], to: SessionEvent[]): TraceRow[] {
  const rows: TraceRow[] = [];
  let [left, right] = [0, 0];
  for (const part of diffArrays(from.map(edgeOf), to.map(edgeOf))) {
    for (let count = 0; count < part.count; count++) {
      if (part.removed) rows.push({ kind: "removed", from: from[left++] });
      else if (part.added) rows.push({ kind: "added", to: to[right++] });
      else rows.push(bothSides(from[left++], to[right++]));
    }
  }
  return rows;
}

/** What an event says, without its header. */
export function payloadOf(event: SessionEvent): Record<string, unknown> {
  const { type, sessionId, turnId, sequence, at, ...payload } = event;
  return payload;
}

function edgeOf(event: SessionEvent): string {
  return "callId" in event ? `${event.type} ${event.callId}` : event.type;
}

function bothSides(from: SessionEvent | undefined, to: SessionEvent | undefined): TraceRow {
  const isSame = from !== undefined && to !== undefined && compared(from) === compared(to);
  return { kind: isSame ? "same" : "differs", from, to };
}

function compared(event: SessionEvent): string {
  const { error, ...payload } = payloadOf(event);
  return JSON.stringify(payload);
}
