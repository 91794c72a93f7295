import { cleanText } from "./clean-text.ts";
import { foldLines } from "./fold-lines.ts";
import { transcriptItems } from "./state/transcript-items.ts";
import type { Item, Status, ToolRow, TuiState } from "./state/tui-state.ts";

/** The whole state as plain lines. Pure: the same state is the same text, whoever made it. */
export function renderState(state: TuiState): string[] {
  return [...transcriptItems(state.transcript).flatMap(renderItem), ...renderStatus(state.status)];
}

/** None of the lines holds a newline or anything else that a terminal would obey. */
export function renderItem(item: Item): string[] {
  switch (item.kind) {
    case "user":
      return indent("you> ", readLines(item.text));
    case "assistant":
      return readLines(item.text);
    case "tool":
      return renderToolRow(item);
    case "error":
      return indent("error> ", readLines(item.text));
  }
}

export function renderStatus(status: Status): string[] {
  return status.turn === "running" ? ["(working)"] : [];
}

function renderToolRow({ name, args, output, error }: ToolRow): string[] {
  const [call = "", ...more] = foldLines(readLines(name, args));
  const failure = error === undefined ? [] : indent("failed: ", readLines(error));
  const printed = output === "" ? [] : readLines(output);
  return indent("tool> ", [call, ...more, ...foldLines(printed), ...foldLines(failure)]);
}

/** Each text is cleaned by itself: what one begins, the next can't end. A last newline begins no line. */
function readLines(...texts: string[]): string[] {
  return texts.map(cleanText).join(" ").replace(/\n$/, "").split("\n");
}

/** The first line gets the label, and the others stand below its text. */
function indent(label: string, lines: string[]): string[] {
  return lines.map((line, place) => (place === 0 ? label : " ".repeat(label.length)) + line);
}
