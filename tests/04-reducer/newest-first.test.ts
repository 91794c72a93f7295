import { expect, it } from "vitest";
import { newestFirst } from "../../chapters/04-reducer/state/transcript-items.ts";
import type { Item } from "../../chapters/04-reducer/state/tui-state.ts";
import { assistant, call, fold, row, user } from "./events.ts";

it("gives the items from the newest on, as many as are wanted", () => {
  const one = call("one");
  const { transcript } = fold([user("1"), assistant("2"), one.started, assistant("4")]);
  const taken: Item[] = [];
  for (const item of newestFirst(transcript)) {
    taken.push(item);
    if (taken.length === 3) break;
  }
  expect(taken).toEqual([
    { kind: "assistant", text: "4" },
    row("one", 3),
    { kind: "assistant", text: "2" },
  ]);
});
