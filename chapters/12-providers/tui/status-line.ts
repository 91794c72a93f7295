import { cleanLines } from "../clean-text.ts";
import { secondsLeft } from "../countdown.ts";
import { ctrlC } from "../ctrl-c.ts";
import { renderTotals } from "../render-metrics.ts";
import type { TuiState } from "../state/tui-state.ts";
import type { View } from "./lay-out.ts";
import { paint } from "./paint.ts";
import { symbols } from "./symbols.ts";
import { typedText } from "./typing.ts";

const words = {
  idle: "ready",
  running: "working",
  thinking: "thinking",
  cancelling: "cancelling",
  waiting: "thinking",
};

const effects = { cancel: "cancels", clear: "clears", exit: "quits" };

/** The row between the transcript and the input: what the program does, and what the user may want to know. */
export function statusLine(view: View, columns: number): string {
  const { status } = view.state;
  const seconds = secondsLeft(status, view.now);
  const turn = seconds > 0 ? `again in ${seconds} s` : words[status.turn];
  const { hint, color } = hintFor(view);
  const edge = symbols.rule.repeat(2);
  const room = columns - `${edge} ${turn}  ${hint} ${edge}`.length;
  if (room < 1) return color((view.gaze ? hint : turn).slice(0, columns));
  const rule = paint.gray(told(view.state, room));
  return `${paint.gray(edge)} ${paint.bold(turn)} ${rule} ${color(hint)} ${paint.gray(edge)}`;
}

/** Where the session has gone, and what it has cost, in a rule of this width: as much of it as fits. */
function told({ model, totals }: TuiState, width: number): string {
  const parts = [
    ...(model === "" ? [] : cleanLines(model)),
    ...(totals.turns > 0 ? [renderTotals(totals)] : []),
  ];
  const texts = parts.map((_, left) => parts.slice(0, parts.length - left));
  const fits = texts
    .map((each) => each.join(` ${symbols.dot} `))
    .find((text) => text.length + 6 <= width);
  if (fits === undefined) return symbols.rule.repeat(width);
  return `${symbols.rule.repeat(2)} ${fits} ${symbols.rule.repeat(width - fits.length - 4)}`;
}

function hintFor({ state, typing, gaze }: View): { hint: string; color: (text: string) => string } {
  const does = effects[ctrlC(state.status, typedText(typing) === "")];
  if (!gaze) return { hint: `PgUp scrolls ${symbols.dot} Ctrl+C ${does}`, color: paint.gray };
  if (gaze.seen === state.transcript) return { hint: "Esc to the end", color: paint.gray };
  return { hint: "news below: Esc", color: paint.yellow };
}
