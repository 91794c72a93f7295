import { cleanLines } from "../clean-text.ts";
import { foldLines } from "../fold-lines.ts";
import { lastLines } from "../last-lines.ts";
import { questionRows } from "../question-rows.ts";
import { changeLines } from "../render-change.ts";
import { renderMetrics } from "../render-metrics.ts";
import { renderQuestion } from "../render-question.ts";
import { indent } from "../render-state.ts";
import type { Item, ToolRow } from "../state/tui-state.ts";
import { describeDetails } from "./describe-details.ts";
import { colorDiffLine, looksLikeDiff } from "./diff-lines.ts";
import { paint } from "./paint.ts";
import { symbols } from "./symbols.ts";
import type { LinesOf } from "./viewport.ts";
import { cutLine, wrapHard, wrapWords } from "./wrap.ts";

/** In UTF-16 units. To measure more takes seconds. */
const MUCH = 64 * 1024;

/** An answer of the model, as lines that are no wider than the window. */
export type AnswerLines = (text: string, columns: number) => string[];

/** The items as they look in a window of this width, each below an empty line. */
export type LinesForWidth = (columns: number) => LinesOf;

/** The words are those of render-state.ts. */
export function itemLines(answerLines: AnswerLines, draftLines = answerLines): LinesForWidth {
  return (columns) => (item) => {
    switch (item.kind) {
      case "user":
        return ["", ...labelled("you> ", item.text, columns).map(paint.bold)];
      case "assistant":
        return ["", ...answerLines(item.text, columns)];
      case "tool":
        return ["", ...toolLines(item, columns)];
      case "error":
        return ["", ...labelled("error> ", item.text, columns).map(paint.red)];
      case "notice":
        return ["", ...labelled("note> ", item.text, columns).map(paint.gray)];
      case "metrics":
        return ["", ...labelled("meta> ", renderMetrics(item.metrics), columns).map(paint.gray)];
      case "question":
        return ["", ...renderQuestion(item).flatMap((line) => questionLines(line, columns))];
      case "interrupted":
        return ["", ...answerLines(item.text, columns), paint.yellow("(interrupted)")];
      case "reasoning":
        return ["", ...reasoningLines(item.text, columns)];
      case "draft":
        return ["", ...draftLines(item.text, columns)];
    }
  };
}

/** A diff has its colours. */
function questionLines(line: string, columns: number): string[] {
  const rows = questionRows(line, columns);
  if (line.startsWith("ask>")) return rows.map(paint.bold);
  if (/^ {5}\+/.test(line)) return rows.map(paint.green);
  return /^ {5}-/.test(line) ? rows.map(paint.red) : rows;
}

/** An item is never changed, only replaced: what was laid out once holds as long as the width does. */
export function cachedLines(linesForWidth: LinesForWidth): LinesForWidth {
  const kept = new WeakMap<Item, { columns: number; lines: readonly string[] }>();
  return (columns) => (item) => {
    const found = kept.get(item);
    if (found?.columns === columns) return found.lines;
    const lines = linesForWidth(columns)(item);
    kept.set(item, { columns, lines });
    return lines;
  };
}

export function plainAnswer(text: string, columns: number): string[] {
  const wrap = text.length > MUCH ? cutLine : wrapWords;
  return cleanLines(text).flatMap((line) => wrap(line, columns));
}

/** Two columns wider. */
export function withBar(lines: string[]): string[] {
  return lines.map((line) => `${paint.gray(symbols.bar)} ${line}`);
}

function labelled(label: string, text: string, columns: number): string[] {
  return indent(label, plainAnswer(text, columns - label.length));
}

/** Its last rows: it leaves when the answer is there. */
function reasoningLines(text: string, columns: number): string[] {
  const label = "thinking> ";
  const rows = lastLines(text, 6).flatMap((line) => wrapWords(line, columns - label.length));
  return indent(label, rows.slice(-6)).map(paint.gray);
}

/** The call and how it went, and below it what it printed, behind a bar. */
function toolLines(row: ToolRow, columns: number): string[] {
  const wrapped = (lines: string[]) => lines.flatMap((line) => wrapHard(line, columns - 2));
  const [first = "", ...more] = wrapped(callLines(row));
  return [
    `${signs[row.status]} ${first}`,
    ...more.map((line) => `  ${line}`),
    ...withBar(wrapped(resultLines(row))),
  ];
}

const signs: Record<ToolRow["status"], string> = {
  running: paint.yellow(symbols.running),
  finished: paint.green(symbols.finished),
  failed: paint.red(symbols.failed),
};

function callLines({ name, args, details }: ToolRow): string[] {
  const call = foldLines(cleanLines(name, args));
  return call.with(-1, call.at(-1) + describeDetails(details));
}

function resultLines({ output, details, error }: ToolRow): string[] {
  const printed = output === "" ? [] : cleanLines(output);
  const color = looksLikeDiff(printed) ? colorDiffLine : String;
  const failure = error === undefined ? [] : cleanLines(error);
  const change = changeLines(details).map(colorDiffLine);
  return [...foldLines(printed).map(color), ...change, ...foldLines(failure).map(paint.red)];
}
