import type { SessionEvent } from "../../../shared/events.ts";
import { readText } from "./read-text.ts";
import type { ToolRow } from "./tui-state.ts";

/** A row sees every event. Once it is closed, nothing moves it any more. */
export function reduceToolRow(row: ToolRow, event: SessionEvent): ToolRow {
  if (row.status !== "running") return row;
  switch (event.type) {
    case "turn.started":
    case "turn.completed":
    case "turn.failed":
      return closeRow(row, "The turn ended before this call did.");
    case "tool.progress":
      if (event.callId !== row.callId) return row;
      return { ...row, output: row.output + readText(event.text) };
    case "tool.finished":
      if (event.callId !== row.callId) return row;
      return { ...row, output: row.output || readText(event.output), status: "finished" };
    case "tool.failed":
      if (event.callId !== row.callId) return row;
      return closeRow(row, readText(event.error));
    default:
      return row;
  }
}

export function closeRow(row: ToolRow, error: string): ToolRow {
  return { ...row, status: "failed", error };
}
