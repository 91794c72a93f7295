import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Item, Transcript } from "../../chapters/05-tui/state/tui-state.ts";
import { rewrap } from "../../chapters/05-tui/tui/rewrap.ts";
import { type Gaze, scroll } from "../../chapters/05-tui/tui/scroll.ts";
import { viewport } from "../../chapters/05-tui/tui/viewport.ts";
import { row } from "../04-reducer/events.ts";
import { sized } from "../support/deep.ts";
import { transcriptOf } from "./support.ts";

const linesOf = (item: Item) => textOf(item).split("\n");

/** "a1", "a2", "a3": the lines of one item. */
function item(name: string, count: number): Item {
  const lines = Array.from({ length: count }, (_, place) => `${name}${place + 1}`);
  return { kind: "assistant", text: lines.join("\n") };
}

function textOf(each: Item): string {
  return each.kind === "tool" ? each.output : each.text;
}

describe("the viewport", () => {
  const transcript = transcriptOf([item("a", 3), item("b", 2)], [item("c", 2)]);
  const seen = (up: number, height: number) => viewport({ transcript, up }, height, linesOf);

  it("shows the last lines at the end", () => {
    expect(seen(0, 1)).toEqual(["c2"]);
    expect(seen(0, 3)).toEqual(["b2", "c1", "c2"]);
    expect(seen(0, 7)).toEqual(["a1", "a2", "a3", "b1", "b2", "c1", "c2"]);
  });

  it("shows all of it where there is room for more", () => {
    expect(seen(0, 20)).toEqual(["a1", "a2", "a3", "b1", "b2", "c1", "c2"]);
    expect(viewport({ transcript: transcriptOf([]), up: 0 }, 5, linesOf)).toEqual([]);
  });

  it("shows what is some lines above the end, also from the middle of an item", () => {
    expect(seen(1, 3)).toEqual(["b1", "b2", "c1"]);
    expect(seen(4, 3)).toEqual(["a1", "a2", "a3"]);
  });

  it("begins with the first line when the window has grown above it", () => {
    expect(seen(4, 5)).toEqual(["a1", "a2", "a3", "b1", "b2"]);
    expect(seen(100, 2)).toEqual(["a1", "a2"]);
  });
});

describe("scrolling", () => {
  const now = transcriptOf([item("a", 3), item("b", 3), item("c", 3)]);
  const height = 3;

  it("goes up line by line, and no further than the first line", () => {
    expect(scrolled(now, height, [1, 1, 1, 1, 1, 1, 1, 1])).toEqual([
      ["b3", "c1", "c2"],
      ["b2", "b3", "c1"],
      ["b1", "b2", "b3"],
      ["a3", "b1", "b2"],
      ["a2", "a3", "b1"],
      ["a1", "a2", "a3"],
      ["a1", "a2", "a3"],
      ["a1", "a2", "a3"],
    ]);
  });

  it("takes the first key down at once, however often the user went on at the top", () => {
    expect(scrolled(now, height, [Infinity, 5, Infinity, -1])).toEqual([
      ["a1", "a2", "a3"],
      ["a1", "a2", "a3"],
      ["a1", "a2", "a3"],
      ["a2", "a3", "b1"],
    ]);
  });

  it("goes by pages", () => {
    expect(scrolled(now, height, [2, 2, -2, -2])).toEqual([
      ["b2", "b3", "c1"],
      ["a3", "b1", "b2"],
      ["b2", "b3", "c1"],
      "the end",
    ]);
  });

  it("is over at the end, and below it there is nothing", () => {
    expect(scrolled(now, height, [1, -1, -1, 1])).toEqual([
      ["b3", "c1", "c2"],
      "the end",
      "the end",
      ["b3", "c1", "c2"],
    ]);
    expect(scrolled(now, height, [1, -Infinity])).toEqual([["b3", "c1", "c2"], "the end"]);
  });

  it("has nowhere to go where all lines are seen", () => {
    expect(scrolled(now, 9, [1, Infinity])).toEqual(["the end", "the end"]);
    expect(scrolled(transcriptOf([]), 3, [1, -1])).toEqual(["the end", "the end"]);
  });
});

describe("lines that arrive while the user looks further up", () => {
  const before = transcriptOf([item("a", 3), item("b", 3)]);
  const after = { settled: { item: item("c", 2), before: before.settled }, open: [] };
  const height = 3;
  const gaze = scroll(undefined, 2, { transcript: before, height, linesOf }) as Gaze;

  it("do not move the view", () => {
    expect(gaze).toEqual({ transcript: before, up: 2, seen: before });
    expect(viewport(gaze, height, linesOf)).toEqual(["a2", "a3", "b1"]);
  });

  it("are reached line by line", () => {
    expect(scrolled(after, height, [-1, -1, -1, -1, -1], gaze)).toEqual([
      ["a3", "b1", "b2"],
      ["b1", "b2", "b3"],
      ["b2", "b3", "c1"],
      "the end",
      "the end",
    ]);
  });

  it("are news until their end has been seen", () => {
    const moved = scroll(gaze, 1, { transcript: after, height, linesOf });
    expect(moved).toEqual({ transcript: after, up: 5, seen: before });
  });

  it("are not in the way up", () => {
    expect(scrolled(after, height, [1, 1], gaze)).toEqual([
      ["a1", "a2", "a3"],
      ["a1", "a2", "a3"],
    ]);
  });

  it("are those of a call that prints, ends, and is followed by an answer", () => {
    const prints = (output: string) => row("one", 1, { output });
    const settled = [item("a", 4)];
    const first = transcriptOf(settled, [prints("t1")]);
    const more = { ...first, open: [prints("t1\nt2\nt3")] };
    const done = {
      settled: {
        item: item("b", 1),
        before: {
          item: row("one", 1, { output: "t1\nt2\nt3", status: "finished" }),
          before: first.settled,
        },
      },
      open: [],
    } satisfies Transcript;
    const start = scroll(undefined, 2, { transcript: first, height: 2, linesOf });
    expect(scrolled(first, 2, [], start)).toEqual([["a2", "a3"]]);
    expect(scrolled(more, 2, [-1, -1, -1], start)).toEqual([
      ["a3", "a4"],
      ["a4", "t1"],
      ["t1", "t2"],
    ]);
    expect(scrolled(done, 2, [-1, -1, -1, -1, -1], start)).toEqual([
      ["a3", "a4"],
      ["a4", "t1"],
      ["t1", "t2"],
      ["t2", "t3"],
      "the end",
    ]);
  });
});

describe("a window of another width", () => {
  const transcript = transcriptOf([item("a", 4), item("b", 4), item("c", 2)]);
  const twice = (each: Item) => linesOf(each).flatMap((line) => [line, `${line}+`]);

  it("has the same place at its lower edge", () => {
    const gaze = { transcript, up: 4, seen: transcript };
    expect(viewport(gaze, 2, linesOf)).toEqual(["b1", "b2"]);
    const narrow = rewrap(gaze, linesOf, twice) as Gaze;
    expect(narrow).toEqual({ ...gaze, up: 8 });
    expect(viewport(narrow, 2, twice)).toEqual(["b2", "b2+"]);
    expect(rewrap(narrow, twice, linesOf)).toEqual(gaze);
  });

  it("is at the end where less than a line is left below", () => {
    const long = transcriptOf([item("d", 100)]);
    const gaze = { transcript: long, up: 1, seen: long };
    expect(rewrap(gaze, linesOf, (each) => linesOf(each).slice(0, 10))).toBeUndefined();
  });

  it("shows the top where the top was seen", () => {
    const top = { transcript, up: 10, seen: transcript };
    expect(rewrap(top, linesOf, twice)).toEqual({ ...top, up: 20 });
    expect(viewport({ transcript, up: 20 }, 2, twice)).toEqual(["a1", "a1+"]);
  });
});

const items = fc.array(
  fc.nat(5).map((more) => more + 1),
  { maxLength: 12 },
);
const anyTranscript = fc
  .tuple(items, items)
  .map((counts) =>
    counts.map((each, list) => each.map((count, place) => item(`${list}.${place}.`, count))),
  )
  .map(([settled = [], open = []]) => ({ settled, open }));

describe("any transcript", () => {
  it("is seen as a part of all of its lines, and no more items are asked for than that takes", () => {
    fc.assert(
      fc.property(anyTranscript, fc.nat(80), fc.integer({ min: 1, max: 20 }), (has, up, height) => {
        const asked = new Set<Item>();
        const transcript = transcriptOf(has.settled, has.open);
        const seen = viewport({ transcript, up }, height, (each) => {
          asked.add(each);
          return linesOf(each);
        });
        const all = [...has.settled, ...has.open];
        const lines = all.flatMap(linesOf);
        const end = Math.max(lines.length - up, Math.min(height, lines.length));
        expect(seen).toEqual(lines.slice(Math.max(0, end - height), end));
        const needed = all.filter(
          (_, place) => all.slice(place + 1).flatMap(linesOf).length < up + height,
        );
        expect([...asked]).toEqual(needed.reverse());
      }),
      { numRuns: sized(300, 5_000) },
    );
  });

  it("is scrolled through without a jump, whatever arrives meanwhile", () => {
    const step = fc.oneof(
      fc.record({ by: fc.integer({ min: -9, max: 9 }) }),
      fc.record({ adds: fc.integer({ min: 1, max: 5 }) }),
      fc.record({ grows: fc.integer({ min: 1, max: 3 }) }),
    );
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 40 }),
        fc.integer({ min: 1, max: 8 }),
        (steps, height) => {
          let transcript = transcriptOf([], [row("call", 0, { output: "first" })]);
          let gaze: Gaze | undefined;
          // the model: all lines as they were when the user last scrolled, and how many of them are above the lower edge
          let known: string[] = [];
          let edge: number | undefined;
          steps.forEach((step, place) => {
            const lines = linesIn(transcript);
            if ("adds" in step) transcript = settle(transcript, item(`${place}.`, step.adds));
            if ("grows" in step) transcript = grow(transcript, step.grows, place);
            if (!("by" in step)) return;
            gaze = scroll(gaze, step.by, { transcript, height, linesOf });
            known = lines;
            const lowest = Math.min(height, lines.length);
            edge = Math.min(Math.max((edge ?? lines.length) - step.by, lowest), lines.length);
            if (edge === lines.length) edge = undefined;
            const seen = edge === undefined ? undefined : known.slice(edge - height, edge);
            expect(gaze && viewport(gaze, height, linesOf)).toEqual(seen);
          });
        },
      ),
      { numRuns: sized(300, 5_000) },
    );
  });
});

/** What is seen after each move; without a move, what is seen where it begins. */
function scrolled(
  transcript: Transcript,
  height: number,
  moves: number[],
  start?: Gaze,
): (string[] | "the end")[] {
  let gaze = start;
  const look = () => (gaze ? viewport(gaze, height, linesOf) : "the end");
  if (moves.length === 0) return [look()];
  return moves.map((by) => {
    gaze = scroll(gaze, by, { transcript, height, linesOf });
    return look();
  });
}

function linesIn({ settled, open }: Transcript): string[] {
  const lines = open.flatMap(linesOf);
  for (let entry = settled; entry; entry = entry.before) lines.unshift(...linesOf(entry.item));
  return lines;
}

/** What was open has ended, and something came after it. */
function settle({ settled, open }: Transcript, added: Item): Transcript {
  const ended = open.reduce((before, each) => ({ item: { ...each }, before }), settled);
  return { settled: ended, open: [added] };
}

function grow({ settled, open }: Transcript, count: number, place: number): Transcript {
  const last = open.at(-1);
  const text = `${last ? textOf(last) : ""}${"\nmore".repeat(count)}${place}`;
  return { settled, open: [row("call", 0, { output: text })] };
}
