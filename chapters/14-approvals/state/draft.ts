import type { SessionEvent } from "../../../shared/events.ts";
import { textOrEmpty } from "./text-or-empty.ts";
import type { DraftItem } from "./tui-state.ts";

const empty: DraftItem = { kind: "draft", text: "" };

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
      return grow(draft, "reasoning", event.text);
    case "assistant.delta":
      // a further message is a text of its own
      return grow(event.startsAnother ? [...draft, empty] : draft, "draft", event.text);
    case "turn.started":
    case "assistant.message":
    case "assistant.interrupted":
    case "tool.started":
    case "turn.completed":
    case "turn.failed":
    case "turn.cancelled":
      return draft.length === 0 ? draft : [];
    default:
      return draft;
  }
}

function grow(
  draft: readonly DraftItem[],
  kind: DraftItem["kind"],
  piece: unknown,
): readonly DraftItem[] {
  const last = draft.at(-1);
  const text = textOrEmpty(piece);
  if (last?.kind !== kind) return [...draft, { kind, text }];
  return draft.with(-1, { kind, text: last.text + text });
}
