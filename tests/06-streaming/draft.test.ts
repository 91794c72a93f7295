import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderItem, renderState } from "../../chapters/06-streaming/render-state.ts";
import {
  emptyState,
  reduceSessionEvent,
} from "../../chapters/06-streaming/state/reduce-session-event.ts";
import { appendDraft } from "../../chapters/06-streaming/state/transcript-items.ts";
import type { TuiState } from "../../chapters/06-streaming/state/tui-state.ts";
import { cachedLines, itemLines, plainAnswer } from "../../chapters/06-streaming/tui/item-lines.ts";
import type { SessionEvent, SessionEventBody } from "../../shared/events.ts";
import {
  assistant,
  call,
  numbered,
  turnCompleted,
  turnFailed,
  turnStarted,
  user,
} from "../04-reducer/events.ts";
import { plain } from "../05-tui/support.ts";
import { interrupted, think, write } from "./pieces.ts";

function fold(...bodies: SessionEventBody[]): TuiState {
  return numbered(bodies).reduce(reduceSessionEvent, emptyState);
}

/** As main.ts shows it. */
const shown = (state: TuiState) => renderState(appendDraft(state));
const one = call("one");

describe("the status", () => {
  const moves: [bodies: SessionEventBody[], turn: TuiState["status"]["turn"]][] = [
    [[], "idle"],
    [[turnStarted], "thinking"],
    [[turnStarted, user("hi")], "thinking"],
    [[turnStarted, think("Hm.")], "thinking"],
    [[turnStarted, think("Hm."), write("Y")], "running"],
    [[turnStarted, write("Y"), assistant("Yes")], "running"],
    [[turnStarted, write("Y"), think("Hm.")], "thinking"],
    [[turnStarted, one.started], "running"],
    [[turnStarted, one.started, one.prints("x")], "running"],
    [[turnStarted, one.started, one.finished("x")], "thinking"],
    [[turnStarted, one.started, one.failed("x")], "thinking"],
    [[turnStarted, one.started, one.finished("x"), one.started], "running"],
    [[turnStarted, assistant("Yes"), turnCompleted], "idle"],
    [[turnStarted, write("Y"), interrupted("Y"), turnFailed], "idle"],
    // what comes late starts nothing
    [[turnStarted, turnCompleted, think("Hm."), write("Y"), one.finished("x")], "idle"],
  ];

  it.each(moves)("after %j is %s", (bodies, turn) => {
    expect(fold(...bodies).status.turn).toBe(turn);
  });
});

describe("what is shown", () => {
  it("is the draft below everything else, and below it whose move it is", () => {
    const events = [turnStarted, user("hi"), think("7 times 13\nis 91."), write("No: 91")];
    const states = events.map((_, index) => shown(fold(...events.slice(0, index + 1))));
    expect(states).toEqual([
      ["(thinking)"],
      ["you> hi", "(thinking)"],
      ["you> hi", "thinking> 7 times 13", "          is 91.", "(thinking)"],
      ["you> hi", "thinking> 7 times 13", "          is 91.", "No: 91", "(working)"],
    ]);
  });

  it("STR-02 keeps what was there of a broken answer, and says that it is not whole", () => {
    expect(
      shown(fold(turnStarted, user("hi"), write("Ye"), interrupted("Ye"), turnFailed)),
    ).toEqual(["you> hi", "Ye", "(interrupted)", "error> no network"]);
  });

  it("is the end of a long draft, as much for a book as for a page", () => {
    const lines = Array.from({ length: 30_000 }, (_, index) => `line ${index + 1}`);
    const state = fold(turnStarted, write(lines.join("\n")));
    expect(shown(state)).toEqual([...lines.slice(-12), "(working)"]);
  });

  it("is the end of a long line, from the beginning of a word on", () => {
    const words = Array.from({ length: 30_000 }, (_, index) => `word-${index + 1}`);
    const [line = ""] = renderItem({ kind: "draft", text: words.join(" ") });
    expect(line).toBe(`… ${words.slice(words.length - line.split(" ").length + 1).join(" ")}`);
    expect(line.length).toBeLessThan(1003);
  });

  it("is the end of a long line without words, and of whole characters", () => {
    const [line] = renderItem({
      kind: "draft",
      text: `${"日".repeat(2000)}🙂${"本".repeat(999)} 語`,
    });
    expect(line).toBe(`… ${"本".repeat(998)} 語`);
    const [emoji] = renderItem({ kind: "draft", text: `${"🙂".repeat(2000)}!` });
    expect(emoji).toBe(`… ${"🙂".repeat(499)}!`);
  });

  it("TUI-01 is not a sequence for the terminal, of which the beginning is cut off", () => {
    const text = `${"x".repeat(500)} \x1b]52;c;${"A".repeat(90)}\x07 ${"y".repeat(950)}`;
    expect(renderItem({ kind: "draft", text })).toEqual([`… ${"y".repeat(950)}`]);
  });

  it("is in the window what it will be when it is whole, thoughts behind a bar", () => {
    const linesOf = cachedLines(itemLines(plainAnswer))(20);
    const state = appendDraft(
      fold(turnStarted, think("Is it\nprime?"), write("No: 91 is 7 times 13.")),
    );
    expect(state.draft).toEqual([]);
    expect(appendDraft(state)).toBe(state);
    expect(state.transcript.open.map((item) => plain([...linesOf(item)]))).toEqual([
      ["", "thinking> Is it", "          prime?"],
      ["", "No: 91 is 7 times", "13."],
    ]);
    const broken = { kind: "interrupted", text: "No: 91" } as const;
    expect(plain([...linesOf(broken)])).toEqual(["", "No: 91", "(interrupted)"]);
  });

  it("shows of many thoughts the last six rows", () => {
    const linesOf = cachedLines(itemLines(plainAnswer))(40);
    const text = Array.from({ length: 100 }, (_, index) => `thought ${index + 1}`).join("\n");
    expect(plain([...linesOf({ kind: "reasoning", text })])).toEqual([
      "",
      "thinking> thought 95",
      ...[96, 97, 98, 99, 100].map((number) => `          thought ${number}`),
    ]);
  });
});

describe("any sequence of events", () => {
  const types = [
    "reasoning.delta",
    "assistant.delta",
    "assistant.interrupted",
    "assistant.message",
  ];
  const edges = ["turn.started", "turn.completed", "turn.failed", "tool.started", "tool.finished"];
  const event = fc.record(
    {
      type: fc.constantFrom(...types, ...types, ...edges),
      text: fc.oneof(fc.string({ unit: "binary" }), fc.anything()),
      startsAnother: fc.oneof(fc.constant(true), fc.anything()),
      callId: fc.constantFrom("a", "b"),
    },
    { requiredKeys: ["type"] },
  );

  it("is taken, and no draft is left after an ending", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        let state = emptyState;
        for (const each of events as unknown as SessionEvent[]) {
          state = reduceSessionEvent(state, each);
          for (const line of shown(state)) expect(line).not.toMatch(/[\p{Cc}\p{Cs}]/u);
          if (/^turn\./.test(each.type)) expect(state.draft).toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
  });
});
