import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { renderMetrics, renderTotals } from "../../chapters/11-metrics/render-metrics.ts";
import { renderState } from "../../chapters/11-metrics/render-state.ts";
import {
  emptyState,
  reduceSessionEvent,
} from "../../chapters/11-metrics/state/reduce-session-event.ts";
import { noTotals } from "../../chapters/11-metrics/state/reduce-totals.ts";
import type { Totals } from "../../chapters/11-metrics/state/tui-state.ts";
import { itemLines, plainAnswer } from "../../chapters/11-metrics/tui/item-lines.ts";
import { statusLine } from "../../chapters/11-metrics/tui/status-line.ts";
import { emptyTyping } from "../../chapters/11-metrics/tui/typing.ts";
import type { TurnMetrics } from "./measured.ts";

const metrics: TurnMetrics = {
  ...{ type: "turn.metrics", status: "ok", timeMs: 1775, firstMs: 410, requests: 2 },
  ...{ toolCalls: 1, toolMs: 35, chars: 9 },
  tokens: { input: 920, cached: 128, output: 49, reasoning: 12, total: 969, unknown: 0 },
  ...{ sessionId: "s", turnId: "t", sequence: 1, at: "2026-01-01T00:00:00.000Z" },
};
const line =
  "status=ok time=1775ms first=410ms requests=2 tools=1 in-tools=35ms chars=9 tokens=920/128/49/12/969";

describe("the line of a turn", () => {
  it("says each of its costs", () => {
    expect(renderMetrics(metrics)).toBe(line);
  });

  it("says ? for what is not known, and 0 for what is nothing", () => {
    const { firstMs, ...others } = metrics;
    expect(renderMetrics({ ...others, status: "failed", tokens: { unknown: 1 } })).toBe(
      "status=failed time=1775ms first=? requests=2 tools=1 in-tools=35ms chars=9 tokens=?/?/?/?/?",
    );
    const tokens = { input: 12, output: 0, total: 12, unknown: 0 };
    expect(renderMetrics({ ...metrics, status: "cancelled", firstMs: 0, tokens })).toBe(
      "status=cancelled time=1775ms first=0ms requests=2 tools=1 in-tools=35ms chars=9 tokens=12/?/0/?/12",
    );
  });

  it("says +? behind a sum of which a part is not known", () => {
    expect(renderMetrics({ ...metrics, tokens: { ...metrics.tokens, unknown: 1 } })).toBe(
      line.replace("920/128/49/12/969", "920+?/128+?/49+?/12+?/969+?"),
    );
  });

  it("stands behind the turn, in the plain screen and in the window", () => {
    const state = reduceSessionEvent(emptyState, metrics);
    expect(renderState(state)).toEqual([`meta> ${line}`]);
    const item = { kind: "metrics", metrics } as const;
    const rows = itemLines(plainAnswer)(80)(item).map(stripVTControlCharacters);
    expect(rows).toEqual([
      "",
      "meta> status=ok time=1775ms first=410ms requests=2 tools=1 in-tools=35ms chars=9",
      "      tokens=920/128/49/12/969",
    ]);
  });

  it("is one line also where an event of a log holds something else", () => {
    const odd: unknown[] = [
      undefined,
      null,
      "\x1b[2J",
      {},
      { toString: 1 },
      Number.NaN,
      -1,
      1.5,
      [1],
    ];
    for (const value of odd) {
      for (const key of ["status", "timeMs", "firstMs", "requests", "chars", "tokens"]) {
        const broken = { ...metrics, [key]: value } as TurnMetrics;
        const [text = "", ...others] = renderState(reduceSessionEvent(emptyState, broken));
        expect(others).toEqual([]);
        expect(text).toMatch(
          /^meta> status=(\w+|\?) time=(\d+ms|\?) first=(\d+ms|\?) requests=(\d+|\?) tools=1 in-tools=35ms chars=(\d+|\?) tokens=\S+$/,
        );
      }
    }
  });
});

describe("the totals in the status line", () => {
  const totals: Totals = { ...noTotals, turns: 3, tokens: { total: 12_345, unknown: 0 } };
  const inWindow = (shown: Totals, columns: number) => {
    const view = { state: { ...emptyState, totals: shown }, typing: emptyTyping, now: 0 };
    return stripVTControlCharacters(statusLine(view, columns));
  };

  it("are turns and tokens", () => {
    expect(renderTotals(totals)).toBe("3 turns, 12345 tokens");
    expect(renderTotals({ ...totals, turns: 1 })).toBe("1 turn, 12345 tokens");
    expect(renderTotals({ ...totals, tokens: { total: 12, unknown: 1 } })).toBe(
      "3 turns, 12+? tokens",
    );
    expect(renderTotals({ ...totals, tokens: { unknown: 3 } })).toBe("3 turns, ? tokens");
  });

  it("stand between the status and the hint where there is room, and nowhere before a turn has ended", () => {
    expect(inWindow(totals, 80)).toBe(
      "── ready ── 3 turns, 12345 tokens ─────────────── PgUp scrolls · Ctrl+C quits ──",
    );
    expect(inWindow(noTotals, 80)).toBe(
      "── ready ──────────────────────────────────────── PgUp scrolls · Ctrl+C quits ──",
    );
    expect(inWindow(totals, 50)).toBe("── ready ────────── PgUp scrolls · Ctrl+C quits ──");
  });

  it("never make the line wider than the window, and whole they are, or not there", () => {
    const many: Totals = { ...totals, turns: 1_000_000, tokens: { total: 10 ** 15, unknown: 2 } };
    for (const shown of [noTotals, totals, many]) {
      for (let columns = 20; columns <= 200; columns++) {
        const row = inWindow(shown, columns);
        expect(row.length).toBeLessThanOrEqual(columns);
        const isWhole = row.includes(` ${renderTotals(shown)} `);
        expect(isWhole || !/token|turn/.test(row)).toBe(true);
      }
    }
  });
});
