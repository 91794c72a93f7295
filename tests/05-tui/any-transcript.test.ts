import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Item, Transcript } from "../../chapters/05-tui/state/tui-state.ts";
import { rewrap } from "../../chapters/05-tui/tui/rewrap.ts";
import { type Gaze, scroll } from "../../chapters/05-tui/tui/scroll.ts";
import { viewport } from "../../chapters/05-tui/tui/viewport.ts";
import { row } from "../04-reducer/events.ts";
import { sized } from "../support/deep.ts";
import { item, linesOf, textOf } from "./scrolling.ts";
import { transcriptOf } from "./support.ts";

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
