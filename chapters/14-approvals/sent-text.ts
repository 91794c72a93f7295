import { PassThrough } from "node:stream";
import type { QuestionItem } from "./state/tui-state.ts";

/** What was sent while the question of this call was there. */
export type SentAnswer = { callId: string; text: string };

export type SentText = {
  /** Of strings. */
  lines: PassThrough;
  /** Of `SentAnswer`s. */
  answers: PassThrough;
  /** What is on the screen now. `isTyping`: something stands in the input at this moment. */
  ask(question: QuestionItem | undefined, isTyping: boolean): void;
  /** The input was emptied without being sent. */
  clear(): void;
  send(text: string): void;
  end(): void;
};

/** Nobody reads faster. What is sent sooner was on its way before the question could be seen. */
const SETTLE_MS = 400;

/**
 * A text that is sent while a question is there answers it, unless it was begun before: who was typing something else has
 * said nothing to a question that appeared under their hands.
 */
export function sentText(settleMs = SETTLE_MS): SentText {
  const lines = new PassThrough({ objectMode: true });
  const answers = new PassThrough({ objectMode: true });
  let asked: QuestionItem | undefined;
  let isBegun = false;
  let shownAt = 0;
  return {
    lines,
    answers,
    ask(question, isTyping) {
      if (question !== asked) {
        isBegun = isTyping;
        shownAt = performance.now();
      }
      asked = question;
    },
    clear() {
      isBegun = false;
    },
    send(text) {
      const isSeen = performance.now() - shownAt >= settleMs;
      if (asked && !isBegun && isSeen)
        answers.write({ callId: asked.callId, text } satisfies SentAnswer);
      else if (!lines.writableEnded) lines.write(text);
      isBegun = false;
    },
    end() {
      lines.end();
      answers.end();
    },
  };
}
