import type { Look } from "../../trace/look.ts";
import { type Alarm, unexplained } from "./ladder-alarms.ts";
import type { LadderStats, LadderStep } from "./ladder-stats.ts";

const columns = ["added", "removed", "counted", "new", "changed", "gone", "same"] as const;

/** The steps of the ladder as a table, then its budgets. */
export function drawLadder({ steps }: LadderStats, alarms: Alarm[], { colors }: Look): string[] {
  const width = Math.max(4, ...steps.map(({ folder }) => folder.length));
  const kept = steps.reduce((sum, { same }) => sum + same, 0);
  const met = steps.reduce((sum, { same, changed, gone }) => sum + same + changed + gone, 0);
  return [
    colors.dim(`${"step".padEnd(width)}${columns.map(column).join("")}`),
    ...steps.map((step) => step.folder.padEnd(width) + columns.map(cellOf(step)).join("")),
    "",
    "Lines of code, without blank lines and comments. Counted is what was added outside of tools/,",
    `tui/ and chat-wire.ts. Files kept as they were from one step to the next: ${kept} of ${met}.`,
    "",
    ...alarms.flatMap((alarm) => [
      budgetRow(alarm, colors),
      ...alarm.over.map(({ where, value, reason }) => {
        return `      ${where}: ${round(value)}, ${reason ?? "and no reason in the manifest"}`;
      }),
    ]),
  ];
}

function column(name: string): string {
  return name.padStart(9);
}

function cellOf(step: LadderStep) {
  return (name: (typeof columns)[number]) => column(String(step[name]));
}

function budgetRow(alarm: Alarm, colors: Look["colors"]): string {
  const { budget, value, limit, over } = alarm;
  const text = `${budget}: ${round(value)} (alarm above ${limit})`;
  if (over.length === 0) return `ok    ${text}`;
  return unexplained(alarm).length > 0 ? colors.red(`OVER  ${text}`) : `why   ${text}`;
}

function round(value: number): number {
  return Number(value.toFixed(3));
}
