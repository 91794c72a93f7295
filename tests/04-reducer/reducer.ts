import { describe, expect, it } from "vitest";
import {
  emptyState,
  reduceSessionEvent,
} from "../../chapters/04-reducer/state/reduce-session-event.ts";
import { transcriptItems } from "../../chapters/04-reducer/state/transcript-items.ts";
import type { Item } from "../../chapters/04-reducer/state/tui-state.ts";
import type { SessionEvent, SessionEventBody } from "../../shared/events.ts";
import { sentence } from "../support/exercise.ts";
import {
  assistant,
  call,
  fold,
  numbered,
  row,
  turnCompleted,
  turnFailed,
  turnStarted,
  user,
} from "./events.ts";

const one = call("one");
const two = call("two");
const ended = { status: "failed", error: "The turn ended before this call did." } as const;
const given = { status: "failed", error: "Nothing more was heard of it." } as const;

const items = (bodies: SessionEventBody[]) => transcriptItems(fold(bodies).transcript).map(told);

/** All of an item in one line: a difference is seen at once. */
function told(item: Item): string {
  if (item.kind !== "tool") return `${item.kind} ${item.text}`;
  const { kind, callId, name, args, sequence, status, output, error, ...more } = item;
  const rest = error === undefined ? [] : [error];
  if (Object.keys(more).length > 0) rest.push(JSON.stringify(more));
  const call = [kind, callId, name, args].join(" ");
  return [call, `#${sequence}`, status, JSON.stringify(output), ...rest].join(" ");
}

/** Of the reducers' own errors an exercise may have other words. */
function expected(item: Item): string {
  const line = told(item);
  const error = item.kind === "tool" && item.error;
  if (error !== ended.error && error !== given.error) return line;
  return sentence(line, line.slice(0, -error.length));
}

/** What the reducers of chapter 04 make of any events. */
export function describeReducer(): void {
  describe("a call", () => {
    const lives: [what: string, bodies: SessionEventBody[], rows: Item[]][] = [
      ["runs from its start on", [turnStarted, one.started], [row("one", 2)]],
      [
        "is completed with what the model reads, where it printed nothing",
        [turnStarted, one.started, one.finished("all")],
        [row("one", 2, { status: "finished", output: "all" })],
      ],
      [
        "keeps what it printed when it finishes",
        [
          turnStarted,
          one.started,
          one.prints("a\n"),
          one.prints("b\n"),
          one.finished("a\nb\n[exit code 0]"),
        ],
        [row("one", 2, { status: "finished", output: "a\nb\n" })],
      ],
      [
        "keeps what it printed when it fails",
        [turnStarted, one.started, one.prints("a\n"), one.failed("time is up")],
        [row("one", 2, { status: "failed", output: "a\n", error: "time is up" })],
      ],
      [
        "keeps its place while other items come",
        [
          turnStarted,
          one.started,
          assistant("hm"),
          two.started,
          two.finished("2"),
          one.finished("1"),
        ],
        [
          row("one", 2, { status: "finished", output: "1" }),
          { kind: "assistant", text: "hm" },
          row("two", 4, { status: "finished", output: "2" }),
        ],
      ],
      [
        "is another one when its id comes again in a later turn",
        [
          turnStarted,
          one.started,
          one.finished("1"),
          turnCompleted,
          turnStarted,
          one.started,
          one.prints("2"),
        ],
        [row("one", 2, { status: "finished", output: "1" }), row("one", 6, { output: "2" })],
      ],
      [
        "is another one when its id comes again after its end, also while a third one runs",
        [turnStarted, two.started, one.started, one.finished("1"), one.started],
        [row("two", 2), row("one", 3, { status: "finished", output: "1" }), row("one", 5)],
      ],
      [
        "is another one when its id comes again after its end",
        [turnStarted, one.started, one.finished("1"), one.started, one.failed("no")],
        [
          row("one", 2, { status: "finished", output: "1" }),
          row("one", 4, { status: "failed", error: "no" }),
        ],
      ],
    ];

    it.each(lives)("%s", (...life) => {
      const [, bodies, rows] = life;
      expect(items(bodies)).toEqual(rows.map(expected));
    });
  });

  describe("what should not come", () => {
    const surprises: [what: string, bodies: SessionEventBody[], rows: Item[]][] = [
      ["output of a call that never began", [turnStarted, one.prints("a")], []],
      ["the end of a call that never began", [turnStarted, one.finished("a"), one.failed("b")], []],
      [
        "output and ends after the end",
        [
          turnStarted,
          one.started,
          one.finished("1"),
          one.prints("a"),
          one.finished("2"),
          one.failed("b"),
        ],
        [row("one", 2, { status: "finished", output: "1" })],
      ],
      [
        "output and ends after the end, while another call runs",
        [
          two.started,
          one.started,
          one.finished("1"),
          one.prints("a"),
          one.failed("b"),
          turnCompleted,
        ],
        [row("two", 1, ended), row("one", 2, { status: "finished", output: "1" })],
      ],
      [
        "the end of a call of the turn before",
        [turnStarted, one.started, turnStarted, one.finished("late")],
        [row("one", 2, ended)],
      ],
      [
        "a second start of a call that runs",
        [turnStarted, one.started, one.started],
        [row("one", 2)],
      ],
      [
        "a call before any turn",
        [one.started, one.prints("a"), one.finished("b")],
        [row("one", 1, { status: "finished", output: "a" })],
      ],
      [
        "an ending of no turn",
        [turnCompleted, turnFailed],
        [{ kind: "error", text: "no network" }],
      ],
      ["an end of a call in no turn, as after a crash", [one.failed("The program ended.")], []],
      ["an unknown type", [turnStarted, { type: "moon.rose" } as never], []],
      ["a type that every object has", [turnStarted, { type: "constructor" } as never], []],
      ["no type at all", [turnStarted, {} as never], []],
    ];

    it.each(surprises)("does no harm: %s", (...surprise) => {
      const [, bodies, rows] = surprise;
      expect(items(bodies)).toEqual(rows.map(expected));
    });

    it("does no harm: fields that are missing or no text", () => {
      const cut = ["user.message", "assistant.message", "tool.started", "turn.failed"];
      const bodies = cut.map((type) => ({ type, text: 7, args: null }) as never);
      const rows: Item[] = [
        { kind: "user", text: "" },
        { kind: "assistant", text: "" },
        { ...row("", 3, ended), name: "", args: "" },
        { kind: "error", text: "" },
      ];
      expect(items(bodies)).toEqual(rows.map(expected));
      const call = [
        one.started,
        { ...one.prints(""), text: undefined },
        { ...one.finished(""), output: 1 },
      ];
      expect(items(call as never)).toEqual([told(row("one", 1, { status: "finished" }))]);
    });

    it("is a call whose end is lost: it is given up when sixty-four items stand behind it", () => {
      const crowd = (size: number) =>
        Array.from({ length: size }, (_, place) => assistant(`${place}`));
      expect(items([one.started, ...crowd(63)])[0]).toBe(told(row("one", 1)));
      const { transcript } = fold([one.started, ...crowd(64)]);
      expect(transcript.open).toEqual([]);
      expect(transcriptItems(transcript).map(told).slice(0, 2)).toEqual([
        expected(row("one", 1, given)),
        "assistant 0",
      ]);
    });
  });

  describe("rows close", () => {
    const endings: [what: string, ending: SessionEventBody, more: Item[]][] = [
      ["a turn completes", turnCompleted, []],
      ["a turn fails", turnFailed, [{ kind: "error", text: "no network" }]],
      ["the next turn starts", turnStarted, []],
    ];

    it.each(endings)("when %s", (...parts) => {
      const [, ending, more] = parts;
      const rows = [row("one", 2, { ...ended, output: "a" }), row("two", 3, ended), ...more];
      const bodies = [turnStarted, one.started, two.started, one.prints("a"), ending];
      expect(items(bodies)).toEqual(rows.map(expected));
    });
  });

  describe("the status", () => {
    it("is running from the start of a turn to its ending", () => {
      const bodies = [
        turnStarted,
        user("hi"),
        one.started,
        turnCompleted,
        turnStarted,
        turnStarted,
        turnFailed,
        assistant("late"),
      ];
      const seen = bodies.map((_, index) => fold(bodies.slice(0, index + 1)).status.turn);
      expect(seen).toEqual([
        "running",
        "running",
        "running",
        "idle",
        "running",
        "running",
        "idle",
        "idle",
      ]);
    });
  });

  describe("what an event does not change", () => {
    const lastOf = (bodies: SessionEventBody[]) => {
      const [event, ...before] = numbered(bodies).reverse() as [SessionEvent, ...SessionEvent[]];
      const state = before.reverse().reduce(reduceSessionEvent, emptyState);
      return { state, next: reduceSessionEvent(state, event) };
    };

    it.each([
      ["an unknown event", [turnStarted, one.started, { type: "moon.rose" } as never]],
      ["output of nobody", [turnStarted, one.started, two.prints("a")]],
      ["a start that is told twice", [turnStarted, one.started, one.started]],
      ["a turn that is told twice", [turnStarted, turnStarted]],
      ["an ending that is told twice", [turnStarted, turnCompleted, turnCompleted]],
    ])("is the same state: %s", (...parts) => {
      const { state, next } = lastOf(parts[1]);
      expect(next === state ? "the same state" : "another state").toBe("the same state");
    });

    it("is the same transcript when only the status changes, and the other way round", () => {
      const begun = lastOf([user("hi"), turnStarted]);
      expect(begun.next.transcript).toBe(begun.state.transcript);
      expect(begun.next.status).not.toBe(begun.state.status);
      const said = lastOf([turnStarted, user("hi")]);
      expect(said.next.status).toBe(said.state.status);
      expect(said.next.transcript).not.toBe(said.state.transcript);
    });

    it("is the same item for a row that is not meant, and the same list of settled items", () => {
      const { state, next } = lastOf([user("hi"), one.started, two.started, two.prints("a")]);
      expect(next.transcript.settled).toBe(state.transcript.settled);
      expect(next.transcript.open[0]).toBe(state.transcript.open[0]);
      expect(next.transcript.open[1]).toEqual(row("two", 3, { output: "a" }));
      const settled = lastOf([user("hi"), assistant("ho")]);
      expect(settled.next.transcript.settled?.before).toBe(settled.state.transcript.settled);
    });

    it("leaves the state before as it was", () => {
      const bodies = [turnStarted, one.started, one.prints("a"), one.finished("b"), turnCompleted];
      const before = fold(bodies.slice(0, 2));
      const copy = structuredClone(before);
      for (const event of numbered(bodies.slice(2))) reduceSessionEvent(before, event);
      expect(before).toEqual(copy);
      expect(emptyState).toEqual({ transcript: { open: [] }, status: { turn: "idle" } });
    });
  });
}
