import type { SessionEvent } from "../../../shared/events.ts";
import { textOrEmpty } from "./text-or-empty.ts";
import type { DraftItem } from "./tui-state.ts";

type Draft = readonly DraftItem[];

const NOTHING: Draft = [];

/**
 * What is there of a response while it is written: its reasoning and its messages, in the order in which they came. It
 * grows until the agent tells of the whole response, or of its end.
 */
export const reduceDraft = (draft: Draft, event: SessionEvent): Draft => {
  switch (event.type) {
    case "reasoning.delta":
      return grown(draft, "reasoning", event.text);
    case "assistant.delta":
      return grown(draft, "draft", event.text, event.startsAnother === true);
    case "assistant.message":
    case "assistant.interrupted":
    case "tool.started":
    case "turn.started":
    case "turn.completed":
    case "turn.failed":
    case "turn.cancelled":
      return draft.length > 0 ? NOTHING : draft;
    default:
      return draft;
  }
};

const grown = (draft: Draft, kind: DraftItem["kind"], piece: unknown, apart = false): Draft => {
  const text = textOrEmpty(piece);
  if (text === "") return draft;
  const last = draft.at(-1);
  if (apart || last?.kind !== kind) return [...draft, { kind, text }];
  return draft.with(-1, { kind, text: last.text + text });
};
