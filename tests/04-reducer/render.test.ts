import { describe, expect, it } from "vitest";
import { renderItem, renderState } from "../../chapters/04-reducer/render-state.ts";
import { emptyState } from "../../chapters/04-reducer/state/reduce-session-event.ts";
import type { Item, ToolRow } from "../../chapters/04-reducer/state/tui-state.ts";
import {
  assistant,
  call,
  fold,
  row,
  turnCompleted,
  turnFailed,
  turnStarted,
  user,
} from "./events.ts";

describe("an item", () => {
  const items: [what: string, item: Item, lines: string[]][] = [
    ["a line of the user", { kind: "user", text: "hello" }, ["you> hello"]],
    ["several", { kind: "user", text: "one\n\ntwo" }, ["you> one", "     ", "     two"]],
    ["an answer", { kind: "assistant", text: "One.\n\n  Two.\n" }, ["One.", "", "  Two."]],
    ["an empty one", { kind: "assistant", text: "" }, [""]],
    ["an error", { kind: "error", text: "no network" }, ["error> no network"]],
    ["a call that runs", row("c", 1), ["tool> look {}", "      (running)"]],
    [
      "a call that prints",
      row("c", 1, { output: "one\ntwo\n" }),
      ["tool> look {}", "      one", "      two", "      (running)"],
    ],
    [
      "a call that has printed",
      row("c", 1, { output: "one\ntwo\n", status: "finished" }),
      ["tool> look {}", "      one", "      two"],
    ],
    [
      "a call that failed after it printed",
      row("c", 1, { status: "failed", output: "one\n", error: "time is up\nafter 60 s" }),
      ["tool> look {}", "      one", "      failed: time is up", "              after 60 s"],
    ],
    ["a call without output", row("c", 1, { status: "finished" }), ["tool> look {}"]],
    [
      "arguments of several lines",
      row("c", 1, { args: '{"a":\n1}', status: "finished" }),
      ['tool> look {"a":', "      1}"],
    ],
  ];

  it.each(items)("is plain lines: %s", (...parts) => {
    const [, item, lines] = parts;
    expect(renderItem(item)).toEqual(lines);
  });

  const numbers = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}`);
  const finished = (changes: Partial<ToolRow>) => row("c", 1, { ...changes, status: "finished" });
  const linesOf = (count: number) => renderItem(finished({ output: numbers(count).join("\n") }));

  it("is folded when a call prints more than 18 lines, and shows both ends", () => {
    const indented = (lines: string[]) => lines.map((line) => `      ${line}`);
    expect(linesOf(18).slice(1)).toEqual(indented(numbers(18)));
    expect(linesOf(19).slice(1)).toEqual(
      indented([...numbers(10), "… 2 more lines …", ...numbers(19).slice(12)]),
    );
    expect(linesOf(1000).slice(1)).toEqual(
      indented([...numbers(10), "… 983 more lines …", ...numbers(1000).slice(993)]),
    );
  });

  it("is cut where a line of a call is longer than 500 characters, and never in a character", () => {
    const long = renderItem(finished({ output: "a".repeat(1_000_000), args: "b".repeat(600) }));
    expect(long).toEqual([
      `tool> look ${"b".repeat(495)} … 105 more characters`,
      `      ${"a".repeat(500)} … 999500 more characters`,
    ]);
    expect(renderItem(finished({ output: `${"a".repeat(499)}😀b` }))).toEqual([
      "tool> look {}",
      `      ${"a".repeat(499)} … 3 more characters`,
    ]);
  });

  it("is never cut or folded where it is an answer", () => {
    const text = `${"a".repeat(2000)}\n${"b\n".repeat(50)}c`;
    expect(renderItem({ kind: "assistant", text })).toEqual(text.split("\n"));
  });

  it("TUI-01 is clean wherever its text comes from", () => {
    const bad = "a\x1b]52;c;aGk=\x07\x9b2J\u202eb";
    const failure = { status: "failed", output: bad, error: bad } as const;
    expect(renderItem({ ...row("c", 1, failure), name: bad, args: bad })).toEqual([
      "tool> ab ab",
      "      ab",
      "      failed: ab",
    ]);
    expect(renderItem({ kind: "user", text: bad })).toEqual(["you> ab"]);
    expect(renderItem({ kind: "assistant", text: bad })).toEqual(["ab"]);
    expect(renderItem({ kind: "error", text: bad })).toEqual(["error> ab"]);
  });
});

describe("a state", () => {
  it("is nothing when it is empty", () => {
    expect(renderState(emptyState)).toEqual([]);
  });

  it("is its items, oldest first, and says that the turn goes on", () => {
    const one = call("one");
    const bodies = [turnStarted, user("hi"), assistant("Wait."), one.started, one.prints("a\n")];
    expect(renderState(fold(bodies))).toEqual([
      "you> hi",
      "Wait.",
      "tool> look {}",
      "      a",
      "      (running)",
      "(working)",
    ]);
    expect(renderState(fold([...bodies, one.finished("a\n"), turnCompleted]))).toEqual([
      "you> hi",
      "Wait.",
      "tool> look {}",
      "      a",
    ]);
  });

  it("ORD-08 shows text and calls in the order of the response", () => {
    const [one, two] = [call("one"), call("two")];
    const bodies = [
      ...[turnStarted, user("go"), assistant("A"), one.started, one.finished("1")],
      ...[assistant("B"), two.started, two.finished("2"), assistant("C"), turnFailed],
    ];
    expect(renderState(fold(bodies))).toEqual([
      "you> go",
      "A",
      "tool> look {}",
      "      1",
      "B",
      "tool> look {}",
      "      2",
      "C",
      "error> no network",
    ]);
  });
});
