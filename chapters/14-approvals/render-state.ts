import { cleanLines } from "./clean-text.ts";
import { secondsLeft } from "./countdown.ts";
import { foldLines } from "./fold-lines.ts";
import { lastLines } from "./last-lines.ts";
import { changeLines } from "./render-change.ts";
import { renderMetrics } from "./render-metrics.ts";
import { renderQuestion } from "./render-question.ts";
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
      return indent("you> ", cleanLines(item.text));
    case "assistant":
      return cleanLines(item.text);
    case "tool":
      return renderToolRow(item);
    case "error":
      return indent("error> ", cleanLines(item.text));
    case "notice":
      return indent("note> ", cleanLines(item.text));
    case "metrics":
      return [`meta> ${renderMetrics(item.metrics)}`];
    case "question":
      return renderQuestion(item);
    case "interrupted":
      return [...cleanLines(item.text), "(interrupted)"];
    case "reasoning":
      return indent("thinking> ", lastLines(item.text, 3));
    case "draft":
      return lastLines(item.text, 12);
  }
}

/** `now` in milliseconds since 1970, for what is counted down. */
export function renderStatus(status: Status, now = Date.now()): string[] {
  const seconds = secondsLeft(status, now);
  if (seconds > 0) return [`(again in ${seconds} s)`];
  if (status.turn === "waiting") return ["(thinking)"];
  if (status.turn === "thinking") return ["(thinking)"];
  if (status.turn === "asking") return [];
  if (status.turn === "cancelling") return ["(cancelling)"];
  return status.turn === "running" ? ["(working)"] : [];
}

function renderToolRow({ name, args, output, status, error, details }: ToolRow): string[] {
  const call = foldLines(cleanLines(name, args));
  const printed = output === "" ? [] : cleanLines(output);
  const failure = error === undefined ? [] : indent("failed: ", cleanLines(error));
  const running = status === "running" ? ["(running)"] : [];
  const result = [...foldLines(printed), ...changeLines(details), ...foldLines(failure)];
  return indent("tool> ", [...call, ...result, ...running]);
}

/** The first line gets the label, and the others stand below its text. */
export function indent(label: string, lines: string[]): string[] {
  return lines.map((line, place) => (place === 0 ? label : " ".repeat(label.length)) + line);
}
