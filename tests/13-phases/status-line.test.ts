import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { renderTotals } from "../../chapters/13-phases/render-metrics.ts";
import { emptyState } from "../../chapters/13-phases/state/reduce-session-event.ts";
import { noTotals } from "../../chapters/13-phases/state/reduce-totals.ts";
import type { Status, Totals } from "../../chapters/13-phases/state/tui-state.ts";
import { statusLine } from "../../chapters/13-phases/tui/status-line.ts";
import { emptyTyping } from "../../chapters/13-phases/tui/typing.ts";
import type { PhaseName } from "../../shared/events.ts";

const totals: Totals = { ...noTotals, turns: 3, tokens: { total: 12_345, unknown: 0 } };
const many: Totals = { ...totals, turns: 1_000_000, tokens: { total: 10 ** 15, unknown: 2 } };

function row(columns: number, phase: PhaseName, shown: Totals, status?: Status): string {
  const state = { ...emptyState, phase, totals: shown, status: status ?? emptyState.status };
  return stripVTControlCharacters(statusLine({ state, typing: emptyTyping, now: 0 }, columns));
}

describe("the status line", () => {
  it("has the phase, from the start on, and the totals behind it", () => {
    expect(row(80, "build", noTotals)).toBe(
      "── ready ── build ─────────────────────────────── PgUp scrolls · Ctrl+C quits ──",
    );
    expect(row(80, "plan", totals)).toBe(
      "── ready ── plan · 3 turns, 12345 tokens ──────── PgUp scrolls · Ctrl+C quits ──",
    );
    expect(row(80, "review", totals, { turn: "running" })).toBe(
      "── working ── review · 3 turns, 12345 tokens ── PgUp scrolls · Ctrl+C cancels ──",
    );
  });

  it("leaves out the totals first, and then the phase", () => {
    expect(row(60, "review", totals)).toBe(
      "── ready ── review ────────── PgUp scrolls · Ctrl+C quits ──",
    );
    expect(row(45, "review", totals)).toBe("── ready ───── PgUp scrolls · Ctrl+C quits ──");
  });

  it("is never longer than the window, and what it says of phase and costs is whole", () => {
    const turns: Status[] = [
      { turn: "idle" },
      { turn: "running" },
      { turn: "thinking" },
      { turn: "cancelling" },
    ];
    const wrong: string[] = [];
    for (const phase of ["plan", "build", "review"] as const) {
      for (const shown of [noTotals, totals, many]) {
        const cost = shown.turns > 0 ? ` · ${renderTotals(shown)}` : "";
        for (const status of turns) {
          for (let columns = 12; columns <= 200; columns++) {
            const line = row(columns, phase, shown, status);
            const parts = line.split(/─+/).map((part) => part.trim());
            const isWhole = parts.length < 5 || [phase, phase + cost].includes(parts[2] ?? "");
            if (line.length > columns || !isWhole) wrong.push(`${columns} ${line}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});
