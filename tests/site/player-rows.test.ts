import { describe, expect, it } from "vitest";
import type { SessionEvent, SessionEventBody } from "../../shared/events.ts";
import {
  alignSides,
  firstDifference,
  rowsOfOne,
} from "../../walkthrough/site/client/player/align-sides.ts";
import { chipAt, chipsInSight, foldRuns } from "../../walkthrough/site/client/player/fold-runs.ts";
import { commandOf } from "../../walkthrough/site/client/player/keys.ts";
import { leastRows, rowsInUse } from "../../walkthrough/site/client/player/rows-in-use.ts";
import { eventsOf, turnWithCall } from "./player-events.ts";

describe("two sides", () => {
  it("stand at the newest event of each", () => {
    const left = eventsOf({ type: "turn.started" }, { type: "assistant.message", text: "Hi" });
    const right = eventsOf(
      { type: "turn.started" },
      { type: "assistant.delta", text: "H" },
      { type: "assistant.delta", text: "i" },
      { type: "assistant.message", text: "Hi" },
    );
    expect(alignSides(left, right)).toEqual([
      { kind: "same", left: 0, right: 0 },
      { kind: "right", left: 0, right: 1 },
      { kind: "right", left: 0, right: 2 },
      { kind: "same", left: 1, right: 3 },
    ]);
    expect(alignSides(right, left)[1]).toEqual({ kind: "left", left: 1, right: 0 });
  });

  it("do not differ in ids, times and durations", () => {
    const costs = { requests: 1, toolCalls: 1, chars: 2, tokens: { unknown: 0 } };
    const side = (ms: number, sessionId: string): SessionEvent[] =>
      eventsOf(
        {
          type: "tool.finished",
          callId: "call_1",
          name: "run_command",
          output: "x",
          details: { exitCode: 0, durationMs: ms },
        },
        { type: "turn.metrics", status: "ok", timeMs: ms, firstMs: ms, toolMs: ms, ...costs },
      ).map((event) => ({ ...event, sessionId, at: String(ms) }));
    expect(firstDifference(alignSides(side(1, "a"), side(2, "b")))).toBeUndefined();
  });

  it("say where they part", () => {
    const changed = [...turnWithCall];
    const { sequence, sessionId, at } = turnWithCall[6] as SessionEvent;
    changed[6] = { type: "assistant.message", text: "Not done.", sequence, sessionId, at };
    const rows = alignSides(turnWithCall, changed);
    expect(firstDifference(rows)).toBe(6);
    expect(rows.map(({ kind }) => kind)).toEqual([
      ...["same", "same", "same", "same", "same", "same"],
      ...["differs", "same"],
    ]);
    expect(firstDifference(alignSides(turnWithCall, turnWithCall.slice(0, 7)))).toBe(7);
  });

  it("are compared by place where they are long, and no event is lost", () => {
    const text = (at: number): SessionEventBody => ({ type: "notice", text: String(at) });
    const left = eventsOf(...Array.from({ length: 9000 }, (_, at) => text(at)));
    const right = eventsOf(...Array.from({ length: 8990 }, (_, at) => text(at === 4500 ? -1 : at)));
    const rows = alignSides(left, right);
    expect(firstDifference(rows)).toBe(4500);
    expect(rows.at(-1)).toEqual({ kind: "left", left: 8999, right: 8989 });
    expect(rows.filter(({ kind }) => kind === "differs")).toHaveLength(1);
  });

  it("are one where there is one", () => {
    expect(rowsOfOne(turnWithCall.slice(0, 2))).toEqual([
      { kind: "alone", left: 0, right: -1 },
      { kind: "alone", left: 1, right: -1 },
    ]);
  });
});

describe("chips", () => {
  const names = ["a", "x.delta", "x.delta", "x.delta", "y.delta", "y.delta", "b", "b", "b"];

  it("fold three pieces in a row or more, and nothing else", () => {
    expect(foldRuns(names)).toEqual([
      { from: 0, to: 0 },
      { from: 1, to: 3 },
      { from: 4, to: 4 },
      { from: 5, to: 5 },
      { from: 6, to: 6 },
      { from: 7, to: 7 },
      { from: 8, to: 8 },
    ]);
    expect(foldRuns([])).toEqual([]);
  });

  it("are found again by each of their places", () => {
    const chips = foldRuns(names);
    expect(names.map((_, place) => chipAt(chips, place))).toEqual([0, 1, 1, 1, 2, 3, 4, 5, 6]);
  });

  it("of a long session are those around the current one", () => {
    expect(chipsInSight(7, 3)).toEqual({ from: 0, to: 6 });
    expect(chipsInSight(1000, 500, 100)).toEqual({ from: 450, to: 549 });
    expect(chipsInSight(1000, 0, 100)).toEqual({ from: 0, to: 99 });
    expect(chipsInSight(1000, 999, 100)).toEqual({ from: 900, to: 999 });
  });
});

describe("keys", () => {
  it("step, play and enlarge", () => {
    const on = { name: "BODY" };
    const keys = ["ArrowLeft", "ArrowRight", "Home", "End", " ", "1", "4", "5", "?", "a"];
    expect(keys.map((key) => commandOf(key, on))).toEqual([
      ...["back", "on", "first", "last", "play", "wire", "screen"],
      ...[undefined, "keys", undefined],
    ]);
  });

  it("are left to what has a use of its own for them", () => {
    expect(commandOf("ArrowRight", { name: "SELECT" })).toBeUndefined();
    expect(commandOf("Home", { name: "INPUT", type: "search" })).toBeUndefined();
    expect(commandOf(" ", { name: "BUTTON" })).toBeUndefined();
    expect(commandOf("ArrowRight", { name: "BUTTON" })).toBe("on");
    expect(commandOf("ArrowRight", { name: "INPUT", type: "range" })).toBe("on");
  });
});

describe("the rows of a window", () => {
  const rows = (...texts: string[]) => texts.map((text) => (text === "" ? [] : [{ text }]));

  it("are parted at the widest empty space, which gives way", () => {
    const parted = rowsInUse(rows("you> hi", "", "Hello!", "", "", " ", "ready", ">"));
    expect(parted).toEqual({
      above: rows("you> hi", "", "Hello!"),
      space: 3,
      below: rows("ready", ">"),
    });
    expect(leastRows(parted)).toBe(6);
  });

  it("end two rows below what was printed", () => {
    const parted = rowsInUse(rows("you> hi", "Hello!", "you>", "", "", "", ""));
    expect(parted).toEqual({
      above: rows("you> hi", "Hello!", "you>", "", ""),
      space: 0,
      below: [],
    });
    expect(rowsInUse(rows("", "", "", ""))).toMatchObject({ space: 0, below: [] });
  });
});
