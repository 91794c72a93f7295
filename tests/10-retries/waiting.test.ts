import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { renderState, renderStatus } from "../../chapters/10-retries/render-state.ts";
import {
  emptyState,
  reduceSessionEvent,
} from "../../chapters/10-retries/state/reduce-session-event.ts";
import type { Status } from "../../chapters/10-retries/state/tui-state.ts";
import { statusLine } from "../../chapters/10-retries/tui/status-line.ts";
import { emptyTyping } from "../../chapters/10-retries/tui/typing.ts";
import type { SessionEvent, SessionEventBody } from "../../shared/events.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { fail, say } from "../../shared/rehearsal/scenarios/script.ts";
import { inPlace, readLog } from "../07-sessions/kept.ts";
import { told } from "../support/turn-traces.ts";
import { LIMITED, OVERLOADED, script, useSession } from "./tried.ts";

const at = "2026-01-01T00:00:00.000Z";
const now = Date.parse(at);
const retrying = { type: "model.retrying", attempt: 2, delayMs: 12_000, reason: LIMITED } as const;

function fold(...bodies: SessionEventBody[]) {
  const header = { sessionId: "s", turnId: "t", at };
  return bodies
    .map((body, place): SessionEvent => ({ ...body, ...header, sequence: place + 1 }))
    .reduce(reduceSessionEvent, emptyState);
}

const started: SessionEventBody = { type: "turn.started" };

describe("the status", () => {
  it("waits until the time that its event names", () => {
    expect(fold(started, retrying).status).toEqual({ turn: "waiting", until: now + 12_000 });
    expect(fold(started, retrying, { ...retrying, delayMs: 500 }).status).toEqual({
      turn: "waiting",
      until: now + 500,
    });
  });

  const after: [next: SessionEventBody, turn: Status["turn"]][] = [
    [{ type: "reasoning.delta", text: "Hm" }, "thinking"],
    [{ type: "assistant.delta", text: "Hi" }, "running"],
    [{ type: "tool.started", callId: "c", name: "look", args: "{}" }, "running"],
    [{ type: "turn.completed" }, "idle"],
    [{ type: "turn.failed", error: "no" }, "idle"],
    [{ type: "turn.cancelled", reason: "no" }, "idle"],
    [started, "thinking"],
  ];
  it.each(after)("waits no more after $type", (next, turn) => {
    expect(fold(started, retrying, next).status.turn).toBe(turn);
  });

  it("does not wait where no turn runs, nor where one is being cancelled", () => {
    expect(fold(retrying).status).toEqual({ turn: "idle" });
    const cancelling = { ...fold(started), status: { turn: "cancelling" } as const };
    const event = { ...retrying, sessionId: "s", turnId: "t", sequence: 2, at };
    expect(reduceSessionEvent(cancelling, event).status).toBe(cancelling.status);
  });

  it("is taken from whatever an event of a log holds", () => {
    const odd: unknown[] = [undefined, null, "5", {}, [], { toString: 1 }];
    odd.push(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY);
    for (const value of odd) {
      for (const broken of [{ delayMs: value }, { at: value }, { reason: value }]) {
        const event = { ...retrying, sessionId: "s", turnId: "t", sequence: 2, at, ...broken };
        const state = reduceSessionEvent(fold(started), event as unknown as SessionEvent);
        expect(state.status).toEqual({ turn: "waiting", until: expect.any(Number) });
        expect(Number.isFinite(state.status.until)).toBe(true);
        expect(renderState(state)[0]).toMatch(
          /^note> .*The request is sent again (?:in \d+ s|at once)\.$/,
        );
      }
    }
  });
});

describe("the countdown", () => {
  const left: [passed: number, line: string][] = [
    [0, "again in 12 s"],
    [1, "again in 12 s"],
    [1000, "again in 11 s"],
    [11_001, "again in 1 s"],
    [11_999, "again in 1 s"],
    [12_000, "thinking"],
    [99_000, "thinking"],
  ];

  it.each(left)("is what is left %d ms later: %s", (passed, line) => {
    const { status } = fold(started, retrying);
    expect(renderStatus(status, now + passed)).toEqual([`(${line})`]);
    expect(inWindow(status, now + passed)).toMatch(`── ${line} ─`);
  });

  it("counts nothing down for a status that does not wait", () => {
    for (const turn of ["idle", "running", "thinking", "cancelling"] as const) {
      expect(renderStatus({ turn }, now).join()).not.toMatch(/again/);
      expect(inWindow({ turn }, now)).not.toMatch(/again/);
    }
  });

  it("can be cancelled, as the line says, and is never wider than the window", () => {
    const { status } = fold(started, { ...retrying, delayMs: 600_000 });
    expect(inWindow(status, now)).toMatch(/Ctrl\+C cancels ──$/);
    for (let columns = 1; columns <= 120; columns++) {
      expect(inWindow(status, now, columns).length).toBeLessThanOrEqual(columns);
    }
  });
});

function inWindow(status: Status, time: number, columns = 80): string {
  const view = { state: { ...emptyState, status }, typing: emptyTyping, now: time };
  return stripVTControlCharacters(statusLine(view, columns));
}

describe("a failed request in the transcript", () => {
  it("is a note, with the server's words and the wait", () => {
    const notes = (delayMs: number) =>
      renderState(fold(started, { ...retrying, delayMs })).slice(0, 1);
    expect(notes(12_000)).toEqual([`note> ${LIMITED} The request is sent again in 12 s.`]);
    expect(notes(1500)).toEqual([`note> ${LIMITED} The request is sent again in 2 s.`]);
    expect(notes(0)).toEqual([`note> ${LIMITED} The request is sent again at once.`]);
  });

  it("holds nothing that a terminal would obey", () => {
    const [line] = renderState(fold({ ...retrying, reason: "\x1b[2JNo.\nGo." }));
    expect(line).not.toContain("\x1b");
  });

  it("stays in the log, and a session that goes on shows it", async () => {
    const scenario = script({ ...fail("status-503", say("Yes.")), times: 1, retryAfter: "0" });
    await inPlace(scenario, async (place) => {
      const path = join(place.folder, "s.jsonl");
      const lines = await useSession(place, ({ run }) => run("go"), { path });
      const retried = `model.retrying 2 0 ${OVERLOADED}`;
      expect(lines).toContain(retried);
      const kept = await readLog(path);
      expect(kept.map(told).slice(1)).toEqual(lines.filter((line) => !/delta/.test(line)));
      expect(renderState(kept.reduce(reduceSessionEvent, emptyState))).toEqual([
        "you> go",
        `note> ${OVERLOADED} The request is sent again at once.`,
        "Yes.",
      ]);

      // and the model does not hear of it
      place.rehearsal.play(findScenario("greeting"));
      await useSession(place, ({ run }) => run("again"), { path });
      const { input } = Object(place.rehearsal.requests.at(-1));
      expect(input.map((item: unknown) => Object(item).role)).toEqual([
        "user",
        "assistant",
        "user",
      ]);
      expect(JSON.stringify(input)).not.toContain("overloaded");
    });
  });

  it("is the end of a log whose program died in the wait, and the turn is failed", async () => {
    const scenario = script({ ...fail("status-429", say("Never.")), retryAfter: "600" });
    await inPlace(scenario, async (place) => {
      const path = join(place.folder, "s.jsonl");
      await useSession(
        place,
        async ({ session, run, events }) => {
          session.subscribe(({ type }) => {
            if (type === "model.retrying") void session.dispatch({ type: "cancel" });
          });
          await run("go");
          expect(events.map(told).at(-1)).toBe("turn.cancelled The user cancelled the turn.");
        },
        { path },
      );
      const died = (await readFile(path, "utf8")).split(/(?<=\n)/).slice(0, -1);
      await writeFile(path, died.join(""));
      place.rehearsal.play(findScenario("greeting"));
      await useSession(place, ({ run }) => run("again"), { path });
      const kept = await readLog(path);
      expect(kept.map(told).slice(3, 7)).toEqual([
        `model.retrying 2 600000 ${LIMITED}`,
        "turn.failed The program ended in the middle of this turn.",
        "session.resumed ",
        "turn.started",
      ]);
      const { status } = kept.slice(0, 6).reduce(reduceSessionEvent, emptyState);
      expect(status).toEqual({ turn: "idle" });
    });
  });
});
