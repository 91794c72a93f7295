import { expect, it } from "vitest";
import { failingStep } from "../../shared/course/workshop/failing-step.ts";
import type { TestFailure } from "../../shared/course/workshop/messages.ts";
import { events as exercise } from "../exercises/03-events.ts";

const root = "/clone";
const work = { root, folder: "03-events", exercise };
const own = `${root}/workshop/03-events`;

/** Two traces that differ in their second row. */
function differ(expected: string, actual: string, file: string): TestFailure {
  const trace = (row: string) => JSON.stringify(["turn.started", row, "turn.completed"], null, 2);
  const [type = ""] = actual.split(" ");
  return {
    message: "expected a trace to equal another",
    frames: [{ file: `${root}/tests/03-events.test.ts`, line: 20 }],
    expected: trace(expected),
    actual: trace(actual),
    emitted: [{ type, stack: `Error\n    at tell (${own}/${file}:10:5)` }],
  };
}

function thrown(message: string, ...files: string[]): TestFailure {
  return { message, frames: files.map((file) => ({ file, line: 10 })) };
}

it.each<[number, string, TestFailure]>([
  [
    2,
    "a trace ends in its stub, whoever told",
    differ(
      "assistant.message Hello!",
      "turn.failed Step 2: Agent.runOneUserTurn is not written yet.",
      "session.ts",
    ),
  ],
  [4, "its stub is thrown", thrown("Step 4: tell is not written yet.", `${own}/session.ts`)],
  [
    2,
    "what it tells comes with other words",
    differ("assistant.message Hello!", "assistant.message HELLO!", "agent.ts"),
  ],
  [
    3,
    "an error is thrown in its file",
    thrown("x is not a function", `${root}/shared/events.ts`, `${own}/tools/registry.ts`),
  ],
])("names step %i when %s", (step, _, failure) => {
  expect(failingStep(work, failure)).toBe(step);
});

it.each<[string, TestFailure]>([
  [
    "another event came: who should have told is not known",
    differ("tool.started call_1 read", "assistant.message Hello!", "agent.ts"),
  ],
  [
    "several steps build the file",
    differ("turn.failed no key", "turn.failed no address", "session.ts"),
  ],
  ["no step builds the file", thrown("x is not a function", `${own}/main.ts`)],
  ["only the test threw", thrown("x is not a function", `${root}/tests/03-events.test.ts`)],
])("names none when %s", (_, failure) => {
  expect(failingStep(work, failure)).toBeUndefined();
});
