import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { findChapter } from "../../shared/course/chapters.ts";
import { projectRoot } from "../../shared/course/project-root.ts";
import type { SessionEvent } from "../../shared/events.ts";
import { playChapter } from "../../walkthrough/site/recording/play-alone.ts";
import { recordingIndex } from "../../walkthrough/site/recording/record-all.ts";
import type { CodePlace, Recording, Step } from "../../walkthrough/site/recording/recording.ts";
import { trace } from "../support/trace.ts";

const played: Record<string, string[]> = {
  "02-tools": ["text-beside-call", "unknown-tool", "too-many-tool-turns", "model-error"],
  "03-events": ["read-file", "run-command"],
  "04-reducer": ["two-turns"],
  "14-approvals": [
    "edit-file",
    "edit-file-denied",
    "run-command-cancelled",
    "run-command-in-plan",
    "rate-limited",
    "read-file-chat",
  ],
};

const recordings: Recording[] = [];

beforeAll(async () => {
  const chapters = Object.entries(played).map(([folder, names]) => record(folder, names));
  recordings.push(...(await Promise.all(chapters)).flat());
}, 120_000);

function record(folder: string, names: string[]): Promise<Recording[]> {
  return playChapter(findChapter(folder), names);
}

function find(chapter: string, scenario: string): Recording {
  const found = recordings.find((each) => each.chapter === chapter && each.scenario === scenario);
  if (!found) throw new Error(`${scenario} of ${chapter} was not recorded.`);
  return found;
}

/** The window after a step, row by row, without the empty ones. */
function screenOf({ screens }: Recording, { screen }: Step): string[] {
  const rows = screens[screen]?.rows ?? [];
  return rows.map((row) => row.map(({ text }) => text).join("")).filter((row) => row !== "");
}

function stepOf({ steps }: Recording, type: SessionEvent["type"]): Step {
  const step = steps.find(({ event }) => event.type === type);
  if (!step) throw new Error(`There is no ${type}.`);
  return step;
}

function codeAt({ file, line }: CodePlace): string {
  return readFileSync(join(projectRoot(), file), "utf8").split("\n")[line - 1]?.trim() ?? "";
}

function compared(event: SessionEvent) {
  const { type, callId, text } = event as SessionEvent & { callId?: string; text?: string };
  return { type, callId, text };
}

it("records what was asked for, in the order in which it is offered", () => {
  const names = recordings.map(({ chapter, scenario }) => `${chapter} ${scenario}`);
  expect(names).toEqual([
    "02-tools text-beside-call",
    "02-tools unknown-tool",
    "02-tools too-many-tool-turns",
    "02-tools model-error",
    "03-events read-file",
    "03-events run-command",
    "04-reducer two-turns",
    "14-approvals rate-limited",
    "14-approvals edit-file",
    "14-approvals run-command-cancelled",
    "14-approvals read-file-chat",
    "14-approvals run-command-in-plan",
    "14-approvals edit-file-denied",
  ]);
});

it.each([
  ["02-tools", "text-beside-call"],
  ["03-events", "read-file"],
  ["14-approvals", "edit-file"],
] as const)("has the events of the trace: %s %s", async (chapter, scenario) => {
  const { steps } = find(chapter, scenario);
  const { events } = await trace(chapter, scenario);
  expect(steps.map(({ event }) => compared(event))).toEqual(events.map(compared));
});

it.each([
  ["run-command-in-plan", "I run no command while I plan."],
  ["edit-file-denied", "I left notes.txt as it was."],
])("has a model that heard the refusal: %s", (scenario, words) => {
  const { steps } = find("14-approvals", scenario);
  const types = steps.map(({ event }) => event.type);
  expect(types).toContain("tool.failed");
  expect(types).not.toContain("tool.finished");
  const said = steps.flatMap(({ event }) => (event.type === "assistant.message" ? event.text : []));
  expect(said).toEqual([words]);
});

it("says at which event the user pressed Ctrl+C", () => {
  const pressed = recordings.flatMap(({ scenario, steps }) =>
    steps.flatMap(({ event, cancels }) => (cancels ? `${scenario} ${event.type}` : [])),
  );
  expect(pressed).toEqual(["run-command-cancelled tool.progress"]);
});

describe("the wire", () => {
  it("never goes back, and is there whole at the end", () => {
    for (const { steps, wire } of recordings) {
      const counts = steps.map((step) => step.wire);
      expect(counts).toEqual([...counts].sort((one, other) => one - other));
      expect(counts[0]).toBe(0);
      expect(counts.at(-1)).toBe(wire.length);
    }
  });

  it("has the piece that an event tells of as its last entry", () => {
    const recording = find("14-approvals", "edit-file");
    for (const { event, wire } of recording.steps) {
      if (event.type !== "assistant.delta") continue;
      expect(recording.wire[wire - 1]).toMatchObject({
        data: { type: "response.output_text.delta", delta: event.text },
      });
    }
  });
});

describe("the place in the code", () => {
  it("is there for every event, and lies in the chapter", () => {
    for (const { chapter, steps } of recordings) {
      for (const { event, code } of steps) {
        expect(code?.file, event.type).toMatch(new RegExp(`^chapters/${chapter}/[\\w/-]+\\.ts$`));
      }
    }
  });

  it("is the line that emits the event, not one that passes it on", () => {
    const lines = new Map<string, string>();
    for (const { chapter, steps } of recordings) {
      if (chapter < "03") continue;
      for (const { event, code } of steps) if (code) lines.set(event.type, codeAt(code));
    }
    for (const type of ["assistant.message", "model.responded", "model.requested"]) {
      expect(lines.get(type)).toContain(`"${type}"`);
    }
    expect(lines.get("approval.resolved")).toContain('"approval.resolved"');
    expect(lines.get("tool.finished")).toContain('"tool.execution.finished"');
    expect(lines.get("turn.started")).toContain('"turn.started"');
    expect(lines.get("turn.cancelled")).toBe("this.publish(ending, turnId);");
    expect(lines.get("assistant.delta")).toMatch(/^pieces\.write\(/);
    expect(lines.get("model.retrying")).toContain('"model.retrying"');
  });

  it("is what a watcher saw, where the chapter says nothing itself", () => {
    const seen = (scenario: string) =>
      find("02-tools", scenario).steps.map(({ code }) => (code ? codeAt(code) : ""));
    const [, , message, started, finished, , completed] = seen("text-beside-call");
    expect(message).toContain("history.push(...(response.output");
    expect(started).toContain("tool.call(");
    expect(finished).toBe(started);
    expect(completed).toContain("return response.output_text");
    const [, , askedFor, failed] = seen("unknown-tool");
    expect(askedFor).toContain("handleToolCall(");
    expect(failed).toContain("function_call_output");
    expect(seen("too-many-tool-turns").at(-1)).toContain("The model asked for tools more than");
    expect(seen("model-error").at(-1)).toContain("await createResponse(");
    const { steps } = find("02-tools", "text-beside-call");
    expect(steps.filter(({ code }) => !code?.seen)).toEqual([]);
    expect(find("03-events", "read-file").steps.filter(({ code }) => code?.seen)).toEqual([]);
  });
});

describe("the screen", () => {
  it("holds the answer behind the last event", () => {
    for (const { scenario, ...recording } of recordings) {
      const last = recording.steps.at(-1);
      if (last?.event.type !== "turn.completed") continue;
      const answer = recording.steps.findLast(({ event }) => event.type === "assistant.message");
      const text = (answer?.event as { text?: string } | undefined)?.text ?? "no answer";
      expect(screenOf({ scenario, ...recording }, last).join("\n"), scenario).toContain(text);
    }
  });

  it("is what main.ts prints, in 02: nothing of what the model says beside a call", () => {
    const recording = find("02-tools", "text-beside-call");
    const screens = recording.steps.map((step) => screenOf(recording, step));
    expect(screens.at(-2)).toEqual(["you> What is in notes.txt?"]);
    expect(screens.at(-1)).toEqual(["you> What is in notes.txt?", "Buy milk.", "you>"]);
  });

  it("has the lines of the events, in 03", () => {
    const recording = find("03-events", "read-file");
    expect(screenOf(recording, recording.steps.at(-1) as Step)).toEqual([
      "you> What is in notes.txt?",
      'tool> read_workspace_file {"path":"notes.txt","start_line":1}',
      "tool> read_workspace_file finished",
      "Buy milk.",
      "you>",
    ]);
  });

  it("paints over what was not settled, in 04", () => {
    const recording = find("04-reducer", "two-turns");
    const screens = recording.steps.map((step) => screenOf(recording, step));
    expect(screens[6]).toEqual([
      "you> hello",
      "Hello! What shall we build?",
      "you> and now?",
      "Hello! What shall we build?",
      "(working)",
      "you>",
    ]);
  });

  it("shows the question until it is answered, in 14", () => {
    const recording = find("14-approvals", "edit-file");
    const asked = screenOf(recording, stepOf(recording, "approval.requested"));
    expect(asked).toContain("ask> May edit_workspace_file do this? notes.txt");
    expect(asked.at(-2)).toContain("asking");
    const answered = screenOf(recording, stepOf(recording, "approval.resolved"));
    expect(answered.join("\n")).not.toContain("ask>");
  });

  it("counts a wait, and says at once that a cancel was heard", () => {
    const limited = find("14-approvals", "rate-limited");
    expect(screenOf(limited, stepOf(limited, "model.retrying")).at(-2)).toContain("again in 1 s");
    expect(screenOf(limited, stepOf(limited, "turn.metrics")).at(-2)).toContain("working");
    const cancelled = find("14-approvals", "run-command-cancelled");
    expect(screenOf(cancelled, stepOf(cancelled, "tool.started")).at(-2)).toContain("working");
    expect(screenOf(cancelled, stepOf(cancelled, "tool.progress")).at(-2)).toContain("cancelling");
    expect(screenOf(cancelled, cancelled.steps.at(-1) as Step).at(-2)).toContain("ready");
  });

  it("is stored once, in colours", () => {
    for (const { screens, steps } of recordings) {
      const texts = screens.map((screen) => JSON.stringify(screen));
      expect(new Set(texts).size).toBe(texts.length);
      expect(new Set(steps.map(({ screen }) => screen)).size).toBe(texts.length);
    }
    const { screens } = find("14-approvals", "edit-file");
    const runs = screens.flatMap(({ rows }) => rows.flat());
    expect(runs).toContainEqual({ text: "ready", bold: true });
    expect(runs.some(({ color }) => color === 2)).toBe(true);
  });
});

it("names no folder, no port and no time of this machine", () => {
  const text = JSON.stringify(recordings);
  expect(text.includes(projectRoot())).toBe(false);
  const ofThisMachine =
    /one-turn-recording|file:\/\/|127\.0\.0\.1:\d|"(?:\/|[A-Z]:\\)(?:tmp|var|home|root|Users|private)/;
  expect(ofThisMachine.exec(text)?.[0]).toBeUndefined();
  const times = recordings.flatMap(({ steps }) => steps.map(({ event }) => event.at));
  expect(times.filter((at) => !at.startsWith("2026-01-01T00:00:00."))).toEqual([]);
  const serverTimes = text.matchAll(/"(?:created|created_at|completed_at)":(\d+)/g);
  expect(new Set([...serverTimes].map(([, time]) => time))).toEqual(new Set(["1767225600"]));
});

it("is the same, byte for byte, when it is played again", { timeout: 60_000 }, async () => {
  const again = await record("14-approvals", played["14-approvals"] ?? []);
  const before = recordings.filter(({ chapter }) => chapter === "14-approvals");
  expect(JSON.stringify(again) === JSON.stringify(before)).toBe(true);
});

it("lists what there is to play by chapter", () => {
  const index = recordingIndex(recordings);
  expect(index.find(({ chapter }) => chapter === "03-events")).toEqual({
    chapter: "03-events",
    title: "03 events",
    scenarios: [
      {
        name: "read-file",
        user: "What is in notes.txt?",
        events: [
          "turn.started",
          "user.message",
          "tool.started",
          "tool.finished",
          "assistant.message",
          "turn.completed",
        ],
      },
      {
        name: "run-command",
        user: "Run the two-line command.",
        events: [
          "turn.started",
          "user.message",
          "tool.started",
          "tool.progress",
          "tool.progress",
          "tool.finished",
          "assistant.message",
          "turn.completed",
        ],
      },
    ],
  });
});
