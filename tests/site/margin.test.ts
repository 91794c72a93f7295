import { Marked } from "marked";
import { describe, expect, it } from "vitest";
import { findChapter } from "../../shared/course/chapters.ts";
import { followTurn } from "../../walkthrough/site/client/page/follow-turn.ts";
import { playedBy } from "../../walkthrough/site/pages/commands.ts";
import { playedOn } from "../../walkthrough/site/pages/played-turn.ts";
import type { RecordingIndex } from "../../walkthrough/site/recording/recording.ts";

const plain = ["turn.started", "tool.started", "tool.finished", "turn.completed"];
const inPlan = ["phase.changed", "turn.started", "tool.started", "tool.failed", "turn.completed"];
const index: RecordingIndex = [
  {
    chapter: "09-cancellation",
    title: "09 cancellation",
    scenarios: [
      { name: "run-command", user: "Run it.", events: plain },
      { name: "greeting-cancelled", user: "hello", events: ["turn.started", "turn.cancelled"] },
    ],
  },
  {
    chapter: "12-providers",
    title: "12 providers",
    scenarios: [
      { name: "run-command", user: "Run it.", events: plain },
      { name: "two-calls", user: "Twice.", events: plain },
    ],
  },
  {
    chapter: "13-phases",
    title: "13 phases",
    scenarios: [
      { name: "run-command", user: "Run it.", events: plain },
      { name: "run-command-in-plan", user: "Run it.", events: inPlan },
    ],
  },
];

describe("the recording of a command", () => {
  it("is the one that was played with the same flags", () => {
    const nameOf = (flags: string) => {
      const command = `npx one-turn trace 13 --scenario run-command${flags}`;
      return playedBy(command, index)?.scenario;
    };
    expect(["", " --wire", " --phase plan", " --json --phase plan"].map(nameOf)).toEqual([
      "run-command",
      "run-command",
      "run-command-in-plan",
      "run-command-in-plan",
    ]);
  });

  it("is none where a flag asks for what was not recorded", () => {
    for (const flags of ["--phase review", "--phase", "--provider chat", "--model x", "--cancel"]) {
      const command = `npx one-turn trace 13 --scenario run-command ${flags}`;
      expect({ flags, played: playedBy(command, index) }).toEqual({ flags, played: undefined });
    }
  });
});

describe("the turn in the margin", () => {
  const shownIn = (number: string, ...commands: string[]) => {
    const blocks = commands.map((command) => `\`\`\`console\n$ npx one-turn ${command}\n\`\`\`\n`);
    return playedOn(new Marked().lexer(blocks.join("\n")), findChapter(number), index)?.scenario;
  };

  it("has the events of its chapter, whichever turns the page shows", () => {
    const both = ["", " --phase plan"].map((flag) => `trace 13 --scenario run-command${flag}`);
    expect(shownIn("13", ...both)).toBe("run-command-in-plan");
    expect(shownIn("09", "trace 09 --scenario run-command")).toBe("greeting-cancelled");
  });

  it("is one of the page where none adds more, if need be played another way", () => {
    expect(shownIn("12", "trace 12 --scenario two-calls --provider chat")).toBe("two-calls");
    expect(shownIn("12")).toBe("run-command");
  });
});

describe("the event that a text means", () => {
  const chips = [
    { type: "turn.started", event: 1 },
    { type: "model.requested", event: 2 },
    { type: "assistant.delta", event: 3 },
    { type: "tool.started", event: 9 },
    { type: "model.requested", event: 10 },
    { type: "assistant.delta", event: 11 },
  ];

  it("is the one of the row's number in a trace", () => {
    const row = (type: string, row: number) => ({ kind: "row", type, row }) as const;
    const rows = [
      row("assistant.delta", 8),
      row("assistant.delta", 12),
      row("model.requested", 10),
      row("model.requested", 2),
      row("turn.failed", 3),
    ];
    expect(followTurn(rows, chips)).toEqual([2, 5, 4, 1, undefined]);
  });

  it("is the next of its type in a sentence, and the first again behind a heading", () => {
    const named = (type: string) => ({ kind: "named", type }) as const;
    const places = [
      named("model.requested"),
      named("model.requested"),
      named("tool.started"),
      named("model.requested"),
      named("tool.started"),
      { kind: "heading" } as const,
      named("model.requested"),
    ];
    expect(followTurn(places, chips)).toEqual([1, 1, 3, 4, 3, undefined, 1]);
  });
});
