import { expect, it } from "vitest";
import * as reducer from "../../chapters/04-reducer/state/reduce-session-event.ts";
import * as streaming from "../../chapters/06-streaming/state/reduce-session-event.ts";
import { describeChanges } from "../../walkthrough/site/client/player/describe-changes.ts";
import { foldEvents } from "../../walkthrough/site/client/player/fold-events.ts";
import { plainState, settledCount } from "../../walkthrough/site/client/player/plain-state.ts";
import { quote, summarize } from "../../walkthrough/site/client/player/summarize.ts";
import { eventsOf, turnWithCall } from "./player-events.ts";

it("names what each event of a turn changes", async () => {
  expect(await changesOf(reducer, turnWithCall)).toEqual([
    ['status.turn: "idle" → "running"'],
    ['transcript[0] is new: user "Run it."'],
    ["transcript[1] is new: tool run_command"],
    ['transcript[1].output grew by "one⏎"'],
    ['transcript[1].output grew by "two⏎"'],
    ['transcript[1].status: "running" → "finished"'],
    ['transcript[2] is new: assistant "Done."'],
    ['status.turn: "running" → "idle"'],
  ]);
});

it("says that a draft grows, and that it is gone", async () => {
  const events = eventsOf(
    { type: "turn.started" },
    { type: "assistant.delta", text: "Hel" },
    { type: "assistant.delta", text: "lo" },
    { type: "assistant.message", text: "Hello" },
  );
  expect((await changesOf(streaming, events)).slice(1)).toEqual([
    ['status.turn: "thinking" → "running"', 'draft[0] is new: draft "Hel"'],
    ['draft[0].text grew by "lo"'],
    ['transcript[0] is new: assistant "Hello"', "draft[0] is gone"],
  ]);
});

it("shows the transcript as a list, oldest first, with what can't change any more counted", async () => {
  const states = await foldEvents(reducer, turnWithCall);
  const { transcript } = plainState(states[4]);
  expect(transcript).toMatchObject([{ kind: "user" }, { kind: "tool", status: "running" }]);
  expect(states.map(settledCount)).toEqual([0, 1, 1, 1, 1, 2, 3, 3]);
});

it("knows nothing of a chapter's state but its transcript", () => {
  expect(plainState({ status: 1 })).toEqual({ status: 1 });
  expect(plainState(undefined)).toEqual({});
  expect(plainState({ transcript: null })).toEqual({ transcript: [] });
});

it("compares any two values, and what is called like a part of every object", () => {
  expect(words({ a: 1 }, { a: 1, b: [null] })).toEqual(["b is new: [null]"]);
  expect(words({ a: 1, b: 2 }, { a: 1 })).toEqual(["b is gone"]);
  expect(words({ a: [1] }, { a: { b: 1 } })).toEqual(["a: [1] → { b: 1 }"]);
  expect(words({}, { constructor: 1 })).toEqual(["constructor is new: 1"]);
  expect(words({ a: Number.NaN }, { a: Number.NaN })).toEqual([]);
});

it("says a value in one line that ends", () => {
  expect(summarize({ a: "x\ny", b: [1, 2, {}] })).toBe('{ a: "x⏎y", b: [1, 2, {}] }');
  const long = summarize(Array.from({ length: 10_000 }, (_, at) => ({ at })));
  expect(long.length).toBeLessThan(100);
  expect(long.endsWith("…]")).toBe(true);
  expect(quote("😀😀", 1)).toBe('"…"');
});

async function changesOf(
  chapter: Parameters<typeof foldEvents>[0],
  events: typeof turnWithCall,
): Promise<string[][]> {
  const states = [chapter.emptyState, ...(await foldEvents(chapter, events))].map(plainState);
  return states.slice(1).map((state, index) => words(states[index], state));
}

function words(before: unknown, after: unknown): string[] {
  return describeChanges(before, after).map((change) => change.words);
}
