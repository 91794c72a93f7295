import type { SessionEvent } from "../../../shared/events.ts";
import { textOrEmpty } from "./text-or-empty.ts";
import type { ToolRow } from "./tui-state.ts";

/** An open row sees every event. Once its call has ended, nothing moves it any more. */
export function reduceToolRow(row: ToolRow, event: SessionEvent): ToolRow {
  if (row.status !== "running") return row;
  switch (event.type) {
    case "turn.started":
    case "turn.completed":
    case "turn.failed":
    case "turn.cancelled":
      return failRow(row, "The turn ended before this call did.");
    case "tool.progress":
      if (event.callId !== row.callId) return row;
      return { ...row, output: row.output + textOrEmpty(event.text) };
    case "tool.finished":
      if (event.callId !== row.callId) return row;
      return {
        ...row,
        output: row.output || textOrEmpty(event.output),
        status: "finished",
        details: event.details,
      };
    case "tool.failed":
      if (event.callId !== row.callId) return row;
      return failRow(row, textOrEmpty(event.error));
    default:
      return row;
  }
}

export function failRow(row: ToolRow, error: string): ToolRow {
  return { ...row, status: "failed", error };
}
