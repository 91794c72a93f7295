import { PassThrough } from "node:stream";
import type { QuestionItem } from "./state/tui-state.ts";

/** What was sent while the question of this call was there. */
export type SentAnswer = { callId: string; text: string };

export type SentText = {
  /** Of strings. */
  lines: PassThrough;
  /** Of `SentAnswer`s. */
  answers: PassThrough;
  /**
   * What is asked now. `isTyping`: something stands in the input at this moment. `isShown`: the question stands in what was
   * drawn.
   */
  ask(question: QuestionItem | undefined, isTyping: boolean, isShown?: boolean): void;
  /** The input was emptied without being sent. */
  clear(): void;
  /** False where it was not taken: it would answer a question that nobody has seen. */
  send(text: string): boolean;
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
  let shownAt = Infinity;
  const isSeen = () => performance.now() - shownAt >= settleMs;
  return {
    lines,
    answers,
    ask(question, isTyping, isShown = true) {
      if (question !== asked) {
        isBegun = isTyping;
        shownAt = Infinity;
      }
      asked = question;
      if (isShown) shownAt = Math.min(shownAt, performance.now());
      // who has read it may scroll, or make the window small
      else if (!isSeen()) shownAt = Infinity;
    },
    clear() {
      isBegun = false;
    },
    send(text) {
      if (asked && !isBegun && shownAt === Infinity) return false;
      if (asked && !isBegun && isSeen())
        answers.write({ callId: asked.callId, text } satisfies SentAnswer);
      else if (!lines.writableEnded) lines.write(text);
      isBegun = false;
      return true;
    },
    end() {
      lines.end();
      answers.end();
    },
  };
}
