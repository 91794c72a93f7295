import type { Status } from "./state/tui-state.ts";

/** What Ctrl+C does. While a turn runs it is for the turn, whatever is typed; the second one does not wait. */
export function ctrlC({ turn }: Status, isEmpty: boolean): "cancel" | "clear" | "exit" {
  if (turn === "idle") return isEmpty ? "exit" : "clear";
  return turn === "cancelling" ? "exit" : "cancel";
}
