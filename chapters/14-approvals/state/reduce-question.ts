import type { SessionEvent } from "../../../shared/events.ts";
import { textOrEmpty } from "./text-or-empty.ts";
import type { QuestionItem } from "./tui-state.ts";

/** What waits for the user's answer. Calls run one after the other, so there is one at most. */
export function reduceQuestion(
  question: QuestionItem | undefined,
  event: SessionEvent,
): QuestionItem | undefined {
  switch (event.type) {
    case "approval.requested": {
      const { callId, name, subject, preview } = event;
      return {
        kind: "question",
        callId: textOrEmpty(callId),
        name: textOrEmpty(name),
        subject: textOrEmpty(subject),
        preview: textOrEmpty(preview),
      };
    }
    case "approval.resolved":
    case "tool.finished":
    case "tool.failed":
    case "turn.started":
    case "turn.completed":
    case "turn.failed":
    case "turn.cancelled":
      return undefined;
    default:
      return question;
  }
}
