import { setTimeout } from "node:timers/promises";
import type { OpenedTerminal } from "./open-terminal.ts";
import type { Window } from "./window.ts";

const LOOK_MS = 20;
const PATIENCE_MS = 60_000;

/** Whether a window is the one: its rows without the blanks behind them, joined by newlines. */
export type IsThere = (text: string) => boolean;

/**
 * The window as soon as it is there and has not changed for `stillMs`. Rejects with one line that has its text
 * when that takes a minute, or when the program ends.
 */
export async function waitForWindow(
  terminal: OpenedTerminal,
  isThere: IsThere,
  stillMs = 0,
): Promise<Window> {
  const end = Date.now() + PATIENCE_MS;
  let window = await terminal.look();
  let since = Date.now();
  while (!isThere(textOf(window)) || Date.now() - since < stillMs) {
    if (!terminal.isRunning()) throw new Error(`The program has ended: ${whatIsThere(window)}`);
    if (Date.now() > end) throw new Error(`A minute was not enough: ${whatIsThere(window)}`);
    await setTimeout(LOOK_MS);
    const next = await terminal.look();
    if (JSON.stringify(next) !== JSON.stringify(window)) since = Date.now();
    window = next;
  }
  return window;
}

function whatIsThere(window: Window): string {
  return `the window shows ${JSON.stringify(textOf(window))}.`;
}

function textOf({ rows }: Window): string {
  const lines = rows.map((row) => row.map(({ text }) => text).join(""));
  return lines
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd();
}
