import type { SessionEvent } from "../../../shared/events.ts";
import { textOrEmpty } from "./text-or-empty.ts";
import type { DraftItem } from "./tui-state.ts";

/**
 * What is there of a response while it is written: its reasoning and its messages, in the order in which they came. It
 * grows until the agent tells of the whole response, or of its end.
 */
export function reduceDraft(
  draft: readonly DraftItem[],
  event: SessionEvent,
): readonly DraftItem[] {
  switch (event.type) {
    case "reasoning.delta":
      return grown(draft, "reasoning", textOrEmpty(event.text), true);
    case "assistant.delta":
      return grown(draft, "draft", textOrEmpty(event.text), !event.startsAnother);
    case "assistant.message":
    case "assistant.interrupted":
    case "tool.started":
    case "turn.started":
    case "turn.completed":
    case "turn.failed":
      return draft.length === 0 ? draft : [];
    default:
      return draft;
  }
}

function grown(
  draft: readonly DraftItem[],
  kind: DraftItem["kind"],
  piece: string,
  mayJoin: boolean,
): readonly DraftItem[] {
  if (piece === "") return draft;
  const last = draft.at(-1);
  if (!last || last.kind !== kind || !mayJoin) return [...draft, { kind, text: piece }];
  return draft.with(-1, { kind, text: last.text + piece });
}
