import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import {
  emptyState,
  reduceSessionEvent,
} from "../../chapters/12-providers/state/reduce-session-event.ts";
import { noTotals } from "../../chapters/12-providers/state/reduce-totals.ts";
import type { TuiState } from "../../chapters/12-providers/state/tui-state.ts";
import { statusLine } from "../../chapters/12-providers/tui/status-line.ts";
import { emptyTyping } from "../../chapters/12-providers/tui/typing.ts";
import type { SessionEvent } from "../../shared/events.ts";

const header = { sessionId: "s", sequence: 1, at: "2026-01-01T00:00:00.000Z" };

function goneTo(provider: unknown, model: unknown): SessionEvent {
  return { type: "provider.changed", provider, model, ...header } as SessionEvent;
}

function row(columns: number, state: TuiState): string {
  return stripVTControlCharacters(statusLine({ state, typing: emptyTyping, now: 0 }, columns));
}

describe("the status line", () => {
  const gone = reduceSessionEvent(emptyState, goneTo("ollama", "qwen3"));
  const totals = { ...noTotals, turns: 3, tokens: { total: 12_345, unknown: 0 } };

  it("says where the session has gone, and nothing where it stayed", () => {
    expect(row(80, emptyState)).toMatch(/^── ready ─+ PgUp/);
    expect(row(80, gone)).toBe(
      "── ready ── qwen3 at ollama ───────────────────── PgUp scrolls · Ctrl+C quits ──",
    );
    const again = reduceSessionEvent(gone, goneTo("chat", "gpt-5-mini"));
    expect(row(80, again)).toMatch(/^── ready ── gpt-5-mini at chat ─+ PgUp/);
    const started = { type: "session.started", version: 1, workspaceRoot: "/", ...header } as const;
    expect(reduceSessionEvent(again, started)).toEqual(emptyState);
  });

  it("leaves out the totals first, and then where", () => {
    const told = { ...gone, totals };
    expect(row(100, told)).toMatch(/^── ready ── qwen3 at ollama · 3 turns, 12345 tokens ─+ PgUp/);
    expect(row(70, told)).toMatch(/^── ready ── qwen3 at ollama ─+ PgUp/);
    expect(row(50, told)).toMatch(/^── ready ─+ PgUp/);
    for (let columns = 12; columns <= 200; columns++) {
      expect(row(columns, told).length).toBeLessThanOrEqual(columns);
    }
  });

  it("holds nothing that a terminal would obey, whatever a log holds", () => {
    const odd = reduceSessionEvent(emptyState, goneTo({}, "a\u001b[2J\nb"));
    const line = statusLine({ state: odd, typing: emptyTyping, now: 0 }, 100);
    expect(["\u001b[2J", "\n"].filter((each) => line.includes(each))).toEqual([]);
    expect(row(100, odd)).toContain("a");
  });
});
