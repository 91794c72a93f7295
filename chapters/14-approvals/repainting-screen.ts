import { createInterface } from "node:readline";
import type { ReadStream, WriteStream } from "node:tty";
import wrapAnsi from "wrap-ansi";
import { atTheEnd } from "./at-the-end.ts";
import { countdown } from "./countdown.ts";
import { ctrlC } from "./ctrl-c.ts";
import { questionRows } from "./question-rows.ts";
import { renderItem, renderStatus } from "./render-state.ts";
import type { Screen } from "./screen.ts";
import { sentText } from "./sent-text.ts";
import { emptyState } from "./state/reduce-session-event.ts";
import type { QuestionItem, TuiState } from "./state/tui-state.ts";
import { inFrames } from "./tui/frames.ts";
import { unprintedLines } from "./unprinted-lines.ts";

const PROMPT = "you> ";

/** What is settled scrolls away; what can still change and the line being typed are drawn again below it. */
export function repaintingScreen(
  output: WriteStream,
  input: ReadStream,
  cancel: () => void,
): Screen {
  const typed = createInterface({ input, output, prompt: PROMPT });
  const takeUnprinted = unprintedLines();
  let state = emptyState;
  let drawn: string[] = [];
  let closed = false;
  const sent = sentText();
  let printed: QuestionItem | undefined;

  /** A question is printed whole: what is erased and drawn again is cut where the window ends. */
  function takeQuestion(columns: number): string[] {
    const { question } = state;
    const isNew = question !== undefined && question !== printed;
    printed = question;
    return isNew ? renderItem(question).flatMap((line) => questionRows(line, columns)) : [];
  }

  /** `cursorRow`: how many rows the cursor is below the ones that are drawn. */
  function repaint(cursorRow: number): void {
    const { columns, rows } = windowOf(output);
    const up = wrap(drawn, columns).length + cursorRow;
    const settled = [...takeUnprinted(state.transcript), ...takeQuestion(columns)];
    const items = state.transcript.open.filter((item) => item.kind !== "question");
    const open = [...items.flatMap(renderItem), ...renderStatus(state.status)];
    // what has left the window can't be erased any more
    const room = rows - 1 - rowsTyped(typed.line, columns);
    drawn = room > 0 ? wrap(open, columns).slice(-room) : [];
    // in one piece with the prompt, so that nobody sees the half of it
    output.cork();
    output.write(goUpAndErase(up) + asRows(settled) + withoutWrap(asRows(drawn)));
    // readline would go up to where it last began to draw, and that is erased
    if (!closed) Object.assign(typed, { prevRows: 0 }).prompt(true);
    output.uncork();
    // not before it can be seen
    sent.ask(state.question, typed.line !== "");
  }

  const requestRepaint = inFrames(() => repaint(closed ? 0 : typed.getCursorPos().rows));

  const countDown = countdown(requestRepaint);

  function show(next: TuiState): void {
    state = next;
    countDown(state.status);
    requestRepaint();
  }

  typed.prompt();
  typed.on("line", (line) => {
    repaint(rowsTyped(line, windowOf(output).columns));
    sent.send(line);
  });
  typed.on("close", () => {
    sent.end();
    closed = true;
    repaint(typed.getCursorPos().rows);
  });
  // readline draws from where the cursor last was, and a paste or a resized window has moved it
  const countRows = () => Object.assign(typed, { prevRows: typed.getCursorPos().rows });
  input.prependListener("keypress", countRows);
  output.prependListener("resize", countRows);
  const press = (name: string) => typed.write(null, { ctrl: true, name });
  const onCtrlC = {
    cancel,
    clear() {
      sent.clear();
      press("e");
      press("u");
    },
    exit() {
      press("e");
      output.write("\n");
      process.exit(130);
    },
  };
  typed.on("SIGINT", () => onCtrlC[ctrlC(state.status, typed.line === "")]());
  atTheEnd(() => input.setRawMode(false));
  // Ctrl+Z would stop this process and not the one that waits for it
  typed.on("SIGTSTP", () => {});
  output.on("resize", () => show(state));
  return { show, lines: sent.lines, answers: sent.answers };
}

/** A terminal that does not know its size reports 0. */
function windowOf({ columns, rows }: WriteStream): { columns: number; rows: number } {
  return { columns: columns || 80, rows: rows || 24 };
}

/** The rows of what is typed, and of the cursor behind it. */
function rowsTyped(line: string, columns: number): number {
  return wrap([`${PROMPT}${line} `], columns).length;
}

function wrap(lines: string[], columns: number): string[] {
  const options = { hard: true, wordWrap: false, trim: false };
  return lines.flatMap((line) => wrapAnsi(line, columns, options).split("\n"));
}

function asRows(lines: string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

function goUpAndErase(rows: number): string {
  return `${rows > 0 ? `\x1b[${rows}A` : ""}\r\x1b[J`;
}

/** A terminal may find a character wider than we do: cut there, a row is still one row. */
function withoutWrap(text: string): string {
  return text && `\x1b[?7l${text}\x1b[?7h`;
}
