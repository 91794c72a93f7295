import { foldLines } from "./fold-lines.ts";
import { textOrEmpty } from "./state/text-or-empty.ts";
import type { ToolRow } from "./state/tui-state.ts";
import { visible } from "./visible-text.ts";

/** What a call has changed, as a question would have shown it: of what is allowed for the session nobody was asked. */
export function changeLines(details: ToolRow["details"]): string[] {
  const { diff }: { diff?: unknown } = Object(details);
  const text = textOrEmpty(diff);
  return text === "" ? [] : foldLines(text.replace(/\n$/, "").split("\n")).map(visible);
}
