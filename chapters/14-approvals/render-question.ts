import type { QuestionItem } from "./state/tui-state.ts";
import { visible } from "./visible-text.ts";

/** All of it, for it is what will be done: nothing is folded, and what can't be seen has a mark. */
export function renderQuestion({ name, subject, preview }: QuestionItem): string[] {
  const lines = preview.split("\n");
  return [
    `ask> May ${visible(name)} do this? ${visible(subject)}`,
    ...lines.map((line) => `     ${visible(line)}`),
    "     s is for exactly this command or path, until this session is left",
    // in a low window the rest is above
    `(${lines.length} line${lines.length === 1 ? "" : "s"})`,
    "y: once   s: session   n REASON: no",
  ];
}
