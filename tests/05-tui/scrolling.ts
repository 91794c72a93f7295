import { describe, expect, it } from "vitest";
import type { Item, Transcript } from "../../chapters/05-tui/state/tui-state.ts";
import { type Gaze, scroll } from "../../chapters/05-tui/tui/scroll.ts";
import { viewport } from "../../chapters/05-tui/tui/viewport.ts";
import { row } from "../04-reducer/events.ts";
import { transcriptOf } from "./support.ts";

export const linesOf = (item: Item) => textOf(item).split("\n");

/** "a1", "a2", "a3": the lines of one item. */
export function item(name: string, count: number): Item {
  const lines = Array.from({ length: count }, (_, place) => `${name}${place + 1}`);
  return { kind: "assistant", text: lines.join("\n") };
}

export function textOf(each: Item): string {
  return each.kind === "tool" ? each.output : each.text;
}

/** What a window shows of a transcript, and how it moves over it. */
export function describeScrolling(): void {
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
        "b3 c1 c2",
        "b2 b3 c1",
        "b1 b2 b3",
        "a3 b1 b2",
        "a2 a3 b1",
        "a1 a2 a3",
        "a1 a2 a3",
        "a1 a2 a3",
      ]);
    });

    it("takes the first key down at once, however often the user went on at the top", () => {
      expect(scrolled(now, height, [Infinity, 5, Infinity, -1])).toEqual([
        "a1 a2 a3",
        "a1 a2 a3",
        "a1 a2 a3",
        "a2 a3 b1",
      ]);
    });

    it("goes by pages", () => {
      expect(scrolled(now, height, [2, 2, -2, -2])).toEqual([
        "b2 b3 c1",
        "a3 b1 b2",
        "b2 b3 c1",
        "the end",
      ]);
    });

    it("is over at the end, and below it there is nothing", () => {
      expect(scrolled(now, height, [1, -1, -1, 1])).toEqual([
        "b3 c1 c2",
        "the end",
        "the end",
        "b3 c1 c2",
      ]);
      expect(scrolled(now, height, [1, -Infinity])).toEqual(["b3 c1 c2", "the end"]);
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
        "a3 b1 b2",
        "b1 b2 b3",
        "b2 b3 c1",
        "the end",
        "the end",
      ]);
    });

    it("are news until their end has been seen", () => {
      const moved = scroll(gaze, 1, { transcript: after, height, linesOf });
      expect(moved).toEqual({ transcript: after, up: 5, seen: before });
    });

    it("are not in the way up", () => {
      expect(scrolled(after, height, [1, 1], gaze)).toEqual(["a1 a2 a3", "a1 a2 a3"]);
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
      expect(scrolled(first, 2, [], start)).toEqual(["a2 a3"]);
      expect(scrolled(more, 2, [-1, -1, -1], start)).toEqual(["a3 a4", "a4 t1", "t1 t2"]);
      expect(scrolled(done, 2, [-1, -1, -1, -1, -1], start)).toEqual([
        "a3 a4",
        "a4 t1",
        "t1 t2",
        "t2 t3",
        "the end",
      ]);
    });
  });
}

/** What is seen after each move; without a move, what is seen where it begins. */
function scrolled(transcript: Transcript, height: number, moves: number[], start?: Gaze): string[] {
  let gaze = start;
  const look = () => (gaze ? viewport(gaze, height, linesOf).join(" ") : "the end");
  if (moves.length === 0) return [look()];
  return moves.map((by) => {
    gaze = scroll(gaze, by, { transcript, height, linesOf });
    return look();
  });
}
