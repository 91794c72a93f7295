import { expect, it } from "vitest";
import { alignTraces } from "../../shared/course/diff/align-traces.ts";
import type { SessionEvent, SessionEventBody } from "../../shared/events.ts";
import { runOneTurnAgain } from "../support/run-again.ts";

it("puts two traces side by side and marks what only one of them has", async () => {
  const ran = await runOneTurnAgain(["diff", "02", "03", "--trace", "--scenario", "run-command"]);
  const rows = ran.stdout.split("\n");
  expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code: 0, stderr: "" });
  expect(rows.slice(0, 6)).toEqual([
    "02-tools → 03-events",
    "Scenario run-command: Run the two-line command.",
    "",
    "  02-tools                                        │ 03-events",
    "  ● turn.started                                  │ ● turn.started",
    "  » user.message Run the two-line command.        │ » user.message Run the two-line command.",
  ]);
  // how the output falls into pieces is a matter of time
  const marked = rows.filter((row) => /^[-+~] {5}/.test(row));
  const progress = `+ ${" ".repeat(48)}│ ┆ tool.progress call_1 run_command stdout`;
  expect(marked).toEqual(marked.map(() => progress));
  const events = marked.length === 1 ? "1 event" : `${marked.length} events`;
  expect(rows.at(-2)).toBe(`+ ${events} only in 03-events`);
  expect(marked.length).toBeGreaterThan(0);
});

it("plays a greeting when one of the chapters knows no tools, and says that nothing differs", async () => {
  const ran = await runOneTurnAgain(["diff", "02", "01", "--trace"]);
  expect(ran).toEqual({
    code: 0,
    stderr: "",
    stdout: `${[
      "02-tools → 01-bare-loop",
      "Scenario greeting: hello",
      "",
      "  02-tools                                        │ 01-bare-loop",
      "  ● turn.started                                  │ ● turn.started",
      "  » user.message hello                            │ » user.message hello",
      "  « assistant.message Hello! What shall we build? │ « assistant.message Hello! What shall we build?",
      "  ● turn.completed                                │ ● turn.completed",
      "",
      "The same 4 events in both.",
    ].join("\n")}\n`,
  });
});

it("is data with --json, the same in every run", async () => {
  const args = ["diff", "02", "03", "--trace", "--json"];
  const [first, second] = [await runOneTurnAgain(args), await runOneTurnAgain(args)];
  expect(second).toEqual(first);
  const { rows, ...rest } = JSON.parse(first.stdout);
  expect(rest).toEqual({
    from: { number: 2, folder: "02-tools" },
    to: { number: 3, folder: "03-events" },
    scenario: "run-command",
    user: "Run the two-line command.",
  });
  expect(
    rows.map((row: { kind: string; to: SessionEvent }) => `${row.kind} ${row.to.type}`),
  ).toEqual([
    "same turn.started",
    "same user.message",
    "same tool.started",
    "added tool.progress",
    "added tool.progress",
    "same tool.finished",
    "same assistant.message",
    "same turn.completed",
  ]);
});

it("aligns by type and call, compares what was said, and leaves the wording of errors alone", () => {
  const before = trace([
    { type: "turn.started" },
    { type: "tool.started", callId: "call_1", name: "read", args: "{}" },
    { type: "tool.finished", callId: "call_1", name: "read", output: "milk" },
    { type: "tool.started", callId: "call_2", name: "read", args: "{}" },
    { type: "turn.failed", error: "one wording" },
  ]);
  const after = trace([
    { type: "turn.started" },
    { type: "user.message", text: "hello" },
    { type: "tool.started", callId: "call_1", name: "read", args: "{}" },
    { type: "tool.finished", callId: "call_1", name: "read", output: "cheese" },
    { type: "turn.failed", error: "another" },
  ]);
  const rows = alignTraces(before, after);
  expect(rows.map(({ kind, from, to }) => [kind, from?.type, to?.type])).toEqual([
    ["same", "turn.started", "turn.started"],
    ["added", undefined, "user.message"],
    ["same", "tool.started", "tool.started"],
    ["differs", "tool.finished", "tool.finished"],
    ["removed", "tool.started", undefined],
    ["same", "turn.failed", "turn.failed"],
  ]);
});

function trace(bodies: SessionEventBody[]): SessionEvent[] {
  const sessionId = crypto.randomUUID();
  return bodies.map((body, index) => ({ ...body, sessionId, sequence: index + 1, at: "now" }));
}
