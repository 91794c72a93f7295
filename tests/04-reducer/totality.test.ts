import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderState } from "../../chapters/04-reducer/render-state.ts";
import {
  emptyState,
  reduceSessionEvent,
} from "../../chapters/04-reducer/state/reduce-session-event.ts";
import { transcriptItems } from "../../chapters/04-reducer/state/transcript-items.ts";
import type { Item, TuiState } from "../../chapters/04-reducer/state/tui-state.ts";
import type { SessionEvent } from "../../shared/events.ts";
import { sized } from "../support/deep.ts";
import {
  assistant,
  call,
  numbered,
  turnCompleted,
  turnFailed,
  turnStarted,
  user,
} from "./events.ts";

const types = [
  "turn.started",
  "user.message",
  "assistant.message",
  "tool.started",
  "tool.progress",
  "tool.finished",
  "tool.failed",
  "turn.completed",
  "turn.failed",
];

const callIds = fc.constantFrom("a", "b", "c", "__proto__", "");
const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.constantFrom("\x1b[2J", "\r", "\ud800"),
);

/** An event as a session makes it, of any type, at any time. */
const wholeEvent = fc
  .record({ type: fc.constantFrom(...types), callId: callIds, name: texts, args: texts })
  .chain((event) => texts.map((text) => ({ ...event, text, output: text, error: text })));

/** An event of a list that was cut, edited or written by another program. */
const brokenEvent = fc.record(
  {
    type: fc.oneof(
      fc.constantFrom(...types, "constructor", "__proto__"),
      fc.string(),
      fc.anything(),
    ),
    callId: fc.oneof(callIds, fc.anything()),
    name: fc.anything(),
    args: fc.anything(),
    text: fc.anything(),
    output: fc.anything(),
    error: fc.anything(),
    sequence: fc.anything(),
  },
  { requiredKeys: [] },
);

const someEvents = fc.array(fc.oneof(wholeEvent, brokenEvent), { maxLength: 120 });

const one = call("one");
const two = call("two");
const session = numbered([
  ...[turnStarted, user("hi"), assistant("Let me look.")],
  ...[one.started, one.prints("a"), one.finished("a"), two.started, two.failed("no")],
  ...[assistant("So."), turnCompleted, turnStarted, user("more")],
  ...[two.started, two.prints("b"), turnFailed],
  ...[turnStarted, user("again"), one.started, two.started],
]);

/** A real session with events lost, doubled and in the wrong places. */
const shuffledSession = fc
  .tuple(fc.shuffledSubarray(session), fc.shuffledSubarray(session))
  .chain(([some, others]) => fc.shuffledSubarray([...some, ...others], { minLength: 0 }));

describe("any sequence of events", () => {
  const anyEvents = fc.oneof(someEvents, shuffledSession) as fc.Arbitrary<SessionEvent[]>;

  it("is taken, by the reducer and by the renderer, and leaves the states before as they were", () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        let state = freeze(emptyState);
        for (const event of events) state = freeze(reduceSessionEvent(state, event));
        for (const line of renderState(state)) expect(line).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }),
      { numRuns: 300 },
    );
  });

  it("leaves no call running after an ending, and none of the turn before", () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        let state = emptyState;
        for (const event of events) {
          state = reduceSessionEvent(state, event);
          if (!isEdge(event)) continue;
          expect(state.transcript.open).toEqual([]);
          expect(transcriptItems(state.transcript).filter(isRunning)).toEqual([]);
          expect(state.status.turn).toBe(event.type === "turn.started" ? "running" : "idle");
        }
      }),
      { numRuns: 300 },
    );
  });

  it("never changes, drops or reorders what is settled, and settles all that comes before a running call", () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        let state = emptyState;
        for (const event of events) {
          const next = reduceSessionEvent(state, event);
          const before = transcriptItems({ settled: state.transcript.settled, open: [] });
          const after = transcriptItems({ settled: next.transcript.settled, open: [] });
          expect(after.slice(0, before.length).every((item, place) => item === before[place])).toBe(
            true,
          );
          expect(after.filter(isRunning)).toEqual([]);
          expect(next.transcript.open.slice(0, 1).every(isRunning)).toBe(true);
          state = next;
        }
      }),
      { numRuns: 200 },
    );
  });

  it("shows every message once, and every call at its place, in the order in which they came", () => {
    // each event carries its place in the list, so that an item tells which one made it
    const placedEvents = fc.array(wholeEvent, { maxLength: 120 }).map((events) =>
      events.map((event, place) => ({
        ...event,
        sequence: place,
        text: `${place}`,
        error: `${place}`,
      })),
    ) as unknown as fc.Arbitrary<SessionEvent[]>;
    fc.assert(
      fc.property(placedEvents, (events) => {
        const { transcript } = events.reduce(reduceSessionEvent, emptyState);
        const places = transcriptItems(transcript).map((item) =>
          item.kind === "tool" ? item.sequence : Number(item.text),
        );
        expect(places).toEqual(placesOfItems(events));
      }),
      { numRuns: 300 },
    );
  });

  it("keeps the state that an event of an unknown type meets", () => {
    fc.assert(
      fc.property(anyEvents, fc.string(), (events, type) => {
        fc.pre(!types.includes(type));
        const state = events.reduce(reduceSessionEvent, emptyState);
        expect(reduceSessionEvent(state, { type } as never)).toBe(state);
      }),
    );
  });
});

const MANY = sized(100_000, 1_000_000);

describe("very many events", () => {
  const mixed = mixedEvents();

  it("of any kind, in any order", () => {
    const { transcript } = play(MANY, (random) => mixed[random % mixed.length]);
    expect(transcriptItems(transcript).length).toBeGreaterThan(MANY / 10);
  });

  it("are as many edges of turns", () => {
    const turn = numbered([turnStarted, turnCompleted]);
    expect(play(MANY, (_, place) => turn[place % 2])).toEqual(emptyState);
  });

  it("are as many items of one turn", () => {
    const [message] = numbered([assistant("hi")]);
    const { transcript } = play(MANY, () => message);
    expect(transcriptItems(transcript)).toHaveLength(MANY);
  });

  it("come after a call that never ends", () => {
    const [start, ...rest] = numbered([
      one.started,
      one.prints("a"),
      assistant("hi"),
      two.prints("b"),
    ]);
    const { transcript } = play(MANY, (random, place) =>
      place === 0 ? start : rest[random % rest.length],
    );
    expect(transcriptItems(transcript)[0]).toMatchObject({ callId: "one", status: "failed" });
  });

  it("are output of one call", () => {
    const [start, progress] = numbered([one.started, one.prints("a")]);
    const { transcript } = play(MANY, (_, place) => (place === 0 ? start : progress));
    expect(transcript.open).toMatchObject([{ output: "a".repeat(MANY - 1), status: "running" }]);
  });
});

/**
 * The reducer once more, in another way: a set of running ids, and no rows. What any list of events has to
 * show can't be written down beforehand, and a mistake would have to be made in both.
 */
function placesOfItems(events: SessionEvent[]): number[] {
  const runningIds = new Set<string>();
  return events.flatMap((event) => {
    if (isEdge(event)) runningIds.clear();
    switch (event.type) {
      case "user.message":
      case "assistant.message":
      case "turn.failed":
        return [event.sequence];
      case "tool.started":
        if (runningIds.has(event.callId)) return [];
        runningIds.add(event.callId);
        return [event.sequence];
      case "tool.finished":
      case "tool.failed":
        runningIds.delete(event.callId);
        return [];
      default:
        return [];
    }
  });
}

function isEdge(event: SessionEvent): boolean {
  return ["turn.started", "turn.completed", "turn.failed"].includes(event.type);
}

function isRunning(item: Item): boolean {
  return item.kind === "tool" && item.status === "running";
}

function freeze(state: TuiState): TuiState {
  for (const part of [state, state.status, state.transcript, state.transcript.settled]) {
    if (part) Object.freeze(part);
  }
  for (const item of Object.freeze(state.transcript.open)) Object.freeze(item);
  return state;
}

function mixedEvents(): SessionEvent[] {
  const calls = ["one", "two", "three"]
    .map(call)
    .flatMap((each) => [each.started, each.prints("a"), each.finished("a"), each.failed("b")]);
  const moon = { type: "moon.rose" } as never;
  const turn = [turnStarted, user("hi"), assistant("ho"), turnCompleted, turnFailed];
  return numbered([...calls, ...turn, moon]);
}

/** The same numbers in every run, so that a failure comes again. */
function play(
  count: number,
  next: (random: number, place: number) => SessionEvent | undefined,
): TuiState {
  let state = emptyState;
  let random = 1;
  for (let place = 0; place < count; place++) {
    random = (Math.imul(random, 1103515245) + 12345) >>> 0;
    const event = next(random >>> 8, place);
    if (event) state = reduceSessionEvent(state, event);
  }
  return state;
}
