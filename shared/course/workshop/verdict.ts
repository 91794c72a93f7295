import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Look } from "../../trace/look.ts";
import { hang } from "../diff/draw-text.ts";
import { codeAt, emittingLine, eventTypeOf, fileOf, type Place } from "./emitting-line.ts";
import type { Exercise } from "./exercise.ts";
import { failingStep } from "./failing-step.ts";
import { type Difference, firstDifference } from "./first-difference.ts";
import { harmless, lastLines } from "./harmless.ts";
import { hintCommand } from "./hint-command.ts";
import type { Tested, TestFailure } from "./messages.ts";
import { filesBelow } from "./own-files.ts";
import { ranIntoLimit, type TestRun } from "./run-tests.ts";
import { sideBySide } from "./side-by-side.ts";
import { shorten } from "./type-check.ts";

export type Checked = {
  root: string;
  exercise: Exercise;
  /** Below workshop/. */
  folder: string;
  /** How many there should be. */
  tests: number;
  run: TestRun;
  /** What the compiler says. */
  types: string;
};

/** All tests ran and passed, as many as there should be, and the types are right. */
export function isPass({ tests, run, types }: Checked): boolean {
  return (
    types === "" &&
    !run.stopped &&
    run.errors.length === 0 &&
    run.tested.length === tests &&
    run.tested.every(({ state }) => state === "passed")
  );
}

/** What a learner reads of a check: the first difference, what is right already, and the one next thing. */
export function verdict(checked: Checked, look: Look): string[] {
  const { tests, folder, run, types } = checked;
  const { colors } = look;
  const passed = run.tested.filter(({ state }) => state === "passed");
  const head = `${folder}: ${passed.length} of ${tests} tests pass.`;
  if (isPass(checked)) return [colors.green(`✓ ${head}`)];
  const rows = [colors.bold(`✗ ${head}`)];
  if (types) rows.push("", ...shorten(types, 3).split("\n"));
  rows.push("", ...whatFailed(checked, look));
  if (run.printed) rows.push("", "Your code printed:", ...lastLines(run.printed, look));
  const right = summary(passed);
  if (right) rows.push("", ...hang("Right already: ", right, look));
  rows.push("", ...hang("Next: ", nextThing(checked), look));
  return rows;
}

function whatFailed(checked: Checked, look: Look): string[] {
  const { run, tests } = checked;
  const failed = run.tested.find(({ state }) => state === "failed");
  const outside = run.errors[0];
  const rows = run.stopped ? [...hang("", whyStopped(run), look), ""] : [];
  if (failed?.failure)
    rows.push(
      ...hang("", failed.name, look).map(look.colors.red),
      ...explain(checked, failed, look),
    );
  else if (outside && !(checked.types && /PARSE_ERROR|Transform failed/.test(outside.message))) {
    rows.push(...explainError(checked, outside, look));
  } else if (!outside && !run.stopped && run.tested.length !== tests) {
    const ran = run.tested.filter(({ state }) => state === "passed" || state === "failed").length;
    rows.push(`${ran} of ${tests} tests ran. The test file is not as it was, or it ended early.`);
  }
  return rows.at(-1) === "" ? rows.slice(0, -1) : rows;
}

function whyStopped({ stopped, tested }: TestRun): string {
  const where = stopped?.running ? ` in "${stopped.running}"` : "";
  if (stopped?.reason === "silent") {
    return `Stopped${where}: your code did not come back. Look for a loop that never ends.`;
  }
  if (stopped?.reason === "left") return `The process ended${where}: does your code end it?`;
  const slow = tested.filter(ranIntoLimit).length;
  return `Stopped after ${slow} tests that did not end: look for a promise that is never settled, or for a loop that never ends.`;
}

function explain(checked: Checked, { failure }: Tested, look: Look): string[] {
  if (!failure) return [];
  const difference = firstDifference(failure);
  if (!difference) return explainError(checked, failure, look);
  return ["", ...sideBySide(difference, look), ...whereFrom(checked, difference, failure, look)];
}

/**
 * The line that told what came, where the learner wrote that file; else the file of what was to come. Both columns may
 * be right about lines of given files.
 */
function whereFrom(
  { root, folder, exercise }: Checked,
  difference: Difference,
  { emitted }: TestFailure,
  look: Look,
): string[] {
  const built = new Set(exercise.start.map(({ file }) => file));
  const place = emittingLine(root, folder, difference, emitted);
  const missing = eventTypeOf(difference.expected[difference.index] ?? "");
  const file = missing && fileOf(missing);
  const isOwn = folder !== exercise.folder || (place && built.has(place.file));
  if (place && (isOwn || !file)) return tellPlace(folder, place, look);
  if (file && existsSync(join(root, "workshop", folder, file))) {
    return ["", `${missing} is told in workshop/${folder}/${file}.`];
  }
  return place ? tellPlace(folder, place, look) : [];
}

function tellPlace(folder: string, { file, line, code }: Place, look: Look): string[] {
  return ["", `Your row comes from workshop/${folder}/${file}:${line}:`, cut(`  ${code}`, look)];
}

function cut(row: string, { width }: Look): string {
  return row.length > width ? `${row.slice(0, width - 1)}…` : row;
}

/** An error that compares nothing: its sentence, and the first line of the learner's on its way. */
function explainError({ root, folder }: Checked, failure: TestFailure, look: Look): string[] {
  const own = join(root, "workshop", folder).replaceAll("\\", "/");
  const frame = failure.frames.find(({ file }) => file.startsWith(`${own}/`));
  // the test runner's advice is for whoever wrote the test, and its threads are no matter of the learner's
  const message = failure.message
    .replace(/^Test timed out in (\d+)ms[\s\S]*/, "It had not ended after $1 ms.")
    .replace(
      /^\[vitest-pool\].* emitted error\.$/,
      "The tests were ended in the middle: does your code end them, or fill the memory?",
    );
  const said = harmless(message.slice(0, 2000)).split("\n", 6).join("\n");
  const rows = hang("  ", said, look).slice(0, 8);
  if (!frame) return rows;
  const at = `workshop/${folder}/${frame.file.slice(own.length + 1)}:${frame.line}`;
  return [...rows, "", `at ${at}:`, cut(`  ${codeAt(frame.file, frame.line)}`, look)];
}

function summary(passed: Tested[]): string {
  const groups = new Map<string, number>();
  for (const { name } of passed) {
    const [group = ""] = name.split(" > ");
    groups.set(group, (groups.get(group) ?? 0) + 1);
  }
  return [...groups].map(([group, count]) => `${group} (${count})`).join(", ");
}

function nextThing(checked: Checked): string {
  const { root, exercise, folder, run, types } = checked;
  if (types) return "what the compiler says.";
  if (folder !== exercise.folder) {
    return "find what makes the first row differ. What is expected is what the chapter itself does.";
  }
  const failing = stepAtFault(checked);
  const isOutside =
    run.errors.length > 0 &&
    run.tested.length > 0 &&
    run.tested.every(({ state }) => state === "passed");
  if (failing) {
    const where = isOutside
      ? "something fails outside of the tests"
      : "the first test that fails goes wrong";
    return `step ${failing}, where ${where}.\n${hintCommand(root, folder, failing)}`;
  }
  const step = firstOpenStep(join(root, "workshop", folder), exercise.steps.length);
  if (step) {
    const begun = step > 1 ? ", in what you have begun or in what comes next" : "";
    return `the first row that differs${begun}. The first step that is not begun is ${step}.\n${hintCommand(root, folder, step)}`;
  }
  if (isOutside)
    return "what failed outside of the tests: a timer, or a promise that nobody waits for.";
  return `the first row that differs.\n${hintCommand(root, folder)} has help.`;
}

/** The step in which the first test that fails goes wrong, where that is plain. */
export function stepAtFault(checked: Checked): number | undefined {
  const { exercise, folder, run, types } = checked;
  if (types || folder !== exercise.folder) return undefined;
  const failure = run.tested.find(({ state }) => state === "failed")?.failure ?? run.errors[0];
  return failure && failingStep(checked, failure);
}

/** The lowest step of which a stub is left. */
export function firstOpenStep(folder: string, steps: number): number | undefined {
  const texts = [...filesBelow(folder).values()];
  for (let step = 1; step <= steps; step++) {
    if (texts.some((text) => new RegExp(`Step ${step}: \\S+ is not written yet`).test(text)))
      return step;
  }
  return undefined;
}
