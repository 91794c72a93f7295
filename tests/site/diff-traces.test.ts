import { describe, expect, it } from "vitest";
import { alignTraces } from "../../shared/course/diff/align-traces.ts";
import type { SessionEvent, SessionEventBody } from "../../shared/events.ts";
import { drawTraces, foldPieces } from "../../walkthrough/site/diff/draw-traces.ts";
import {
  chooseScenario,
  compareRecordings,
  sharedScenarios,
} from "../../walkthrough/site/diff/scenarios.ts";
import type { Recording } from "../../walkthrough/site/recording/recording.ts";
import { one, three, two } from "../diff/course.ts";

const before = recording("02-tools", [
  { type: "turn.started" },
  { type: "user.message", text: "<b>hello</b>" },
  { type: "assistant.message", text: "It is." },
  { type: "turn.completed" },
]);
const after = recording("06-streaming", [
  { type: "turn.started" },
  { type: "user.message", text: "<b>hello</b>" },
  { type: "assistant.delta", text: "It " },
  { type: "assistant.delta", text: "is!\n" },
  { type: "assistant.message", text: "It is!" },
  { type: "turn.completed" },
]);

describe("two recordings side by side", () => {
  it("are compared as the terminal compares them", () => {
    const events = (of: Recording) => of.steps.map(({ event }) => event);
    expect(compareRecordings(before, after)).toEqual({
      from: { number: 2, folder: "02-tools" },
      to: { number: 6, folder: "06-streaming" },
      scenario: "greeting",
      user: "<b>hello</b>",
      rows: alignTraces(events(before), events(after)),
    });
  });

  it("fold the pieces of one text into a row", () => {
    const folded = foldPieces(compareRecordings(before, after).rows);
    expect(folded.map(({ kind, times, text, to }) => [kind, to?.type, times, text])).toEqual([
      ["same", "turn.started", 1, undefined],
      ["same", "user.message", 1, undefined],
      ["added", "assistant.delta", 2, "It is!\n"],
      ["differs", "assistant.message", 1, undefined],
      ["same", "turn.completed", 1, undefined],
    ]);
  });

  it("say in signs and in words which events only one of them has", () => {
    const drawn = drawTraces(compareRecordings(before, after), "../").html;
    expect(signsOf(drawn)).toEqual(["", "", "+ only in 06-streaming", "~ says something else", ""]);
    expect(drawn).toContain(
      "<caption>+ 2 events only in 06-streaming · ~ 1 event with another payload</caption>",
    );
    const backwards = drawTraces(compareRecordings(after, before), "../").html;
    expect(signsOf(backwards)[2]).toBe("− only in 06-streaming");
  });

  it("lead to the player, each event to its place, and show what was said as text", () => {
    const drawn = drawTraces(compareRecordings(before, after), "../").html;
    const links = [...drawn.matchAll(/href="\.\.\/player\/\?([^"]*)"/g)].map(([, query]) => query);
    expect(links.slice(-4)).toEqual([
      "chapter=02-tools&#38;scenario=greeting&#38;event=3",
      "chapter=06-streaming&#38;scenario=greeting&#38;event=5",
      "chapter=02-tools&#38;scenario=greeting&#38;event=4",
      "chapter=06-streaming&#38;scenario=greeting&#38;event=6",
    ]);
    expect(drawn).toContain("&#60;b&#62;hello&#60;/b&#62;");
    expect(drawn).not.toContain("<b>hello");
  });
});

describe("the scenario that is shown", () => {
  const index = [
    { chapter: "01-hello", title: "01 hello", scenarios: [played("greeting")] },
    {
      chapter: "02-tools",
      title: "02 tools",
      scenarios: [played("greeting"), played("run-command", "tool.started")],
    },
    {
      chapter: "03-names",
      title: "03 names",
      scenarios: [
        played("greeting"),
        played("rate-limited", "model.retrying", "tool.started"),
        played("run-command", "tool.started"),
      ],
    },
  ];

  it("is one that both have played, in either direction", () => {
    const names = sharedScenarios(index, [three, two]).map(({ name }) => name);
    expect(names).toEqual(["greeting", "run-command"]);
    expect(sharedScenarios(index, [two, three]).map(({ name }) => name)).toEqual(names);
    expect(sharedScenarios(index, [one, three]).map(({ name }) => name)).toEqual(["greeting"]);
  });

  it("shows what is new, and is the usual one when others show no more", () => {
    const shared = index[2]?.scenarios ?? [];
    expect(chooseScenario(shared, ["model.retrying"])).toBe("rate-limited");
    expect(chooseScenario(shared, ["tool.started"])).toBe("run-command");
    expect(chooseScenario(shared, [])).toBe("run-command");
    expect(chooseScenario(index[0]?.scenarios ?? [], [])).toBe("greeting");
    expect(chooseScenario([], [])).toBeUndefined();
  });

  it("is the one that is asked for, if it is there", () => {
    const shared = index[2]?.scenarios ?? [];
    expect(chooseScenario(shared, [], "greeting")).toBe("greeting");
    expect(chooseScenario(shared, [], "../../x")).toBe("run-command");
  });
});

function signsOf(drawn: string): string[] {
  return [...drawn.matchAll(/<td class="sign">(.*?)<\/td>/g)].map(([, sign = ""]) =>
    sign.replaceAll(/<[^>]*>/g, ""),
  );
}

function played(name: string, ...events: string[]) {
  return { name, user: "hello", events: ["turn.started", ...events] };
}

function recording(chapter: string, bodies: SessionEventBody[]): Recording {
  const steps = bodies.map((body, index) => {
    const event: SessionEvent = { ...body, sessionId: chapter, sequence: index + 1, at: "now" };
    return { event, wire: 0, screen: 0 };
  });
  return { chapter, scenario: "greeting", prompts: ["<b>hello</b>"], wire: [], steps, screens: [] };
}
