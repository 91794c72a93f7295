import { secondsLeft } from "../countdown.ts";
import { ctrlC } from "../ctrl-c.ts";
import { renderTotals } from "../render-metrics.ts";
import type { Totals } from "../state/tui-state.ts";
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
  const { status, totals } = view.state;
  const seconds = secondsLeft(status, view.now);
  const turn = seconds > 0 ? `again in ${seconds} s` : words[status.turn];
  const { hint, color } = hintFor(view);
  const edge = symbols.rule.repeat(2);
  const room = columns - `${edge} ${turn}  ${hint} ${edge}`.length;
  if (room < 1) return color((view.gaze ? hint : turn).slice(0, columns));
  const rule = paint.gray(cost(totals, room));
  return `${paint.gray(edge)} ${paint.bold(turn)} ${rule} ${color(hint)} ${paint.gray(edge)}`;
}

/** What the session has cost, in a rule of this width; the rule alone where that does not fit. */
function cost(totals: Totals, width: number): string {
  const text = ` ${renderTotals(totals)} `;
  const rest = width - text.length - 2;
  if (totals.turns === 0 || rest < 2) return symbols.rule.repeat(width);
  return symbols.rule.repeat(2) + text + symbols.rule.repeat(rest);
}

function hintFor({ state, typing, gaze }: View): { hint: string; color: (text: string) => string } {
  const does = effects[ctrlC(state.status, typedText(typing) === "")];
  if (!gaze) return { hint: `PgUp scrolls ${symbols.dot} Ctrl+C ${does}`, color: paint.gray };
  if (gaze.seen === state.transcript) return { hint: "Esc to the end", color: paint.gray };
  return { hint: "news below: Esc", color: paint.yellow };
}
