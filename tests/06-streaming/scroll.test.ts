import { expect, it } from "vitest";
import type { Item, Transcript } from "../../chapters/06-streaming/state/tui-state.ts";
import { type Gaze, scroll } from "../../chapters/06-streaming/tui/scroll.ts";
import { viewport } from "../../chapters/06-streaming/tui/viewport.ts";

const lines = (name: string, count: number) =>
  Array.from({ length: count }, (_, place) => `${name}${place + 1}`).join("\n");
const linesOf = (item: Item) => (item.kind === "tool" ? [item.name] : item.text.split("\n"));

const question: Item = { kind: "user", text: lines("q", 5) };
const thought: Item = { kind: "reasoning", text: lines("r", 4) };
const draft: Item = { kind: "draft", text: lines("a", 6) };
const asked = { item: question };
const writing: Transcript = { settled: asked, open: [thought, draft] };
const message: Item = { kind: "assistant", text: lines("a", 8) };
const written: Transcript = { settled: { item: message, before: asked }, open: [] };

/** What is seen after a scroll while it is written, and after one line more when it is there. */
function looks(up: number): [before: string[], after: string[]] {
  const height = 2;
  const gaze = scroll(undefined, up, { transcript: writing, height, linesOf }) as Gaze;
  const after = scroll(gaze, 1, { transcript: written, height, linesOf }) as Gaze;
  return [viewport(gaze, height, linesOf), viewport(after, height, linesOf)];
}

it("moves by a line in an answer that has come, though the thoughts above it have left", () => {
  expect(looks(2)).toEqual([
    ["a3", "a4"],
    ["a2", "a3"],
  ]);
});

it("moves by a line above an answer that has come, where the thoughts were below", () => {
  expect(looks(11)).toEqual([
    ["q3", "q4"],
    ["q2", "q3"],
  ]);
});
