import { PassThrough } from "node:stream";
import type { QuestionItem } from "./state/tui-state.ts";

export type SentText = {
  lines: PassThrough;
  answers: PassThrough;
  /** `isTyping`: something stands in the input at this moment. */
  ask(question: QuestionItem | undefined, isTyping: boolean): void;
  /** The input was emptied without being sent. */
  clear(): void;
  send(text: string): void;
  end(): void;
};

/**
 * A text that is sent while a question is there answers it, unless it was begun before: who was typing something else has
 * said nothing to a question that appeared under their hands.
 */
export function sentText(): SentText {
  const lines = new PassThrough({ objectMode: true });
  const answers = new PassThrough({ objectMode: true });
  let asked: QuestionItem | undefined;
  let isBegun = false;
  return {
    lines,
    answers,
    ask(question, isTyping) {
      if (question !== asked) isBegun = isTyping;
      asked = question;
    },
    clear() {
      isBegun = false;
    },
    send(text) {
      if (asked && !isBegun) answers.write(text);
      else if (!lines.writableEnded) lines.write(text);
      isBegun = false;
    },
    end() {
      lines.end();
      answers.end();
    },
  };
}
