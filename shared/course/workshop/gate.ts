import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { chapters } from "../chapters.ts";
import { projectRoot } from "../project-root.ts";
import { brokenFiles } from "./break.ts";
import { readBrief } from "./brief.ts";
import type { Exercise, FirstDifference, Known } from "./exercise.ts";
import { exercises, findExercise } from "./exercises.ts";
import { firstDifference } from "./first-difference.ts";
import { readKnown, writeKnown } from "./known.ts";
import { filesBelow } from "./own-files.ts";
import { placeTrial } from "./place-trial.ts";
import { rewordSentences } from "./reword.ts";
import { isWhole, openRunner, type TestRun } from "./run-tests.ts";
import { type Files, solutionFiles, startFiles } from "./start-files.ts";
import { loadFresh, traceRows } from "./trace-rows.ts";
import { shorten, typeCheck } from "./type-check.ts";

/** `workshop gate [NN]`: exit code 1 with a problem. `write` notes what the checks say from now on. */
export async function gate(name: string | undefined, { write = false }): Promise<void> {
  const root = projectRoot();
  const tryOne = async (exercise: Exercise) => {
    const before = write ? undefined : readKnown(root, exercise.folder);
    const { known, problems } = await tryExercise(exercise, before);
    if (before) problems.push(...compare(before, known));
    else writeKnown(root, exercise.folder, known);
    const said = problems.length === 0 ? "is as it should be" : `has ${problems.length} problems:`;
    console.log(`${exercise.folder} ${said}`);
    for (const problem of problems) console.log(`  ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
  };
  const left = name === undefined ? [...exercises] : [findExercise(name)];
  // a run waits for servers half of its time
  const workers = Array.from({ length: Math.max(1, availableParallelism()) }, async () => {
    for (let next = left.shift(); next; next = left.shift()) await tryOne(next);
  });
  await Promise.all(workers);
}

/**
 * Plays the start, the solution and every wrong solution of an exercise. Where it is known which test sees a mistake first,
 * that one is asked; otherwise all are, in their order.
 */
export async function tryExercise(
  exercise: Exercise,
  before?: Known,
): Promise<{ known: Known; problems: string[] }> {
  const root = projectRoot();
  const trial = placeTrial(root, exercise.folder, new Map());
  const runner = openRunner(exercise.folder, trial.folder, { bail: true });
  const play = (files: Files, only?: string) => runner.run(trial.write(files), only);
  const problems = await checkBrief(root, exercise);
  try {
    // what passes in other words passes in its own; npm test has the solution as it is
    const solution = await play(await inOtherWords(root, exercise));
    if (!isWhole(solution)) {
      problems.push(
        `the solution in other words does not pass: ${JSON.stringify(firstOf(solution))}`,
      );
    }
    for (const [name, files] of answersOf(root, exercise)) {
      const run = await play(files);
      if (!isWhole(run))
        problems.push(`the answer ${name} does not pass: ${JSON.stringify(firstOf(run))}`);
      const said = await typeCheck(root, trial.folder, false);
      if (said) problems.push(`the answer ${name} does not compile: ${shorten(said, 3)}`);
    }
    const start = await play(await startFiles(root, exercise, chapters), testOf(before?.start));
    const types = await typeCheck(root, trial.folder, false);
    if (types) problems.push(`the start does not compile: ${shorten(types, 3)}`);
    problems.push(...(await checkTraces(root, exercise)));
    const wrong: FirstDifference[] = [];
    for (let bug = 1; bug <= exercise.wrong.length; bug++) {
      const only = testOf(before?.wrong[bug - 1]);
      wrong.push(firstOf(await play(brokenFiles(root, exercise, bug), only)));
    }
    const known = { tests: solution.collected, start: firstOf(start), wrong };
    return { known, problems: [...problems, ...blindSpots(exercise, known)] };
  } finally {
    runner.close();
    trial.remove();
  }
}

/** Each trace that `break` names is another one than the chapter's, and those that have one come first. */
async function checkTraces(root: string, exercise: Exercise): Promise<string[]> {
  const { folder, wrong } = exercise;
  const number = Number(folder.slice(0, 2));
  const trial = placeTrial(root, folder, new Map());
  const load = loadFresh(root, join(root, "workshop", trial.folder, ".bundles"));
  const problems: string[] = [];
  try {
    for (const [index, { shownBy, title }] of wrong.entries()) {
      if (!shownBy) continue;
      const which = `wrong solution ${index + 1} ("${title}")`;
      trial.write(brokenFiles(root, exercise, index + 1));
      const right = await traceRows({ number, path: `chapters/${folder}` }, shownBy, load);
      const seen = await traceRows({ number, path: `workshop/${trial.folder}` }, shownBy, load);
      if (isDeepStrictEqual(seen, right))
        problems.push(`the trace of ${which} is the chapter's own`);
      if (index > 0 && !wrong[index - 1]?.shownBy)
        problems.push(`${which} has a trace, and stands behind one without`);
    }
  } finally {
    trial.remove();
  }
  return problems;
}

/** "(none)" stands for a file that does not load. */
function testOf(first: FirstDifference | undefined): string | undefined {
  return first?.test === "(none)" ? undefined : first?.test;
}

/** Right answers of people who had only the brief, by the name of their folder. */
function answersOf(root: string, { folder }: Exercise): [name: string, files: Files][] {
  const answers = join(root, "tests", "exercises", "answers");
  const names = readdirSync(answers).filter((name) => name.startsWith(`${folder}-`));
  return names.map((name) => [
    name,
    new Map([...solutionFiles(root, folder), ...filesBelow(join(answers, name))]),
  ]);
}

/** The solution, with the sentences of what is built said differently. */
async function inOtherWords(root: string, { folder, start }: Exercise): Promise<Files> {
  const files = solutionFiles(root, folder);
  for (const record of start) {
    if ("find" in record) continue;
    const { file } = record;
    const symbol = "symbol" in record ? record.symbol : undefined;
    files.set(file, await rewordSentences(file, files.get(file) ?? "", symbol));
  }
  return files;
}

/** What is missing in an exercise whose checks say this. */
function blindSpots({ wrong }: Exercise, known: Known): string[] {
  const problems: string[] = [];
  if (known.start.test === "") problems.push("the start passes as it is");
  if (wrong.length < 6) problems.push(`there are ${wrong.length} wrong solutions, and should be 6`);
  for (const [index, first] of known.wrong.entries()) {
    const which = `wrong solution ${index + 1} ("${wrong[index]?.title}")`;
    if (first.test === "") problems.push(`${which} passes`);
    const twin = known.wrong.findIndex((each) => isDeepStrictEqual(each, first));
    if (first.test !== "" && twin < index) problems.push(`${which} shows the same as ${twin + 1}`);
  }
  return problems;
}

async function checkBrief(root: string, { folder, steps }: Exercise): Promise<string[]> {
  try {
    const brief = await readBrief(root, folder);
    if (brief.steps.length === steps.length) return [];
    return [`the brief has ${brief.steps.length} steps, the exercise ${steps.length}`];
  } catch (error) {
    return [(error as Error).message];
  }
}

function compare(known: Known, found: Known): string[] {
  const pairs: [what: string, known: unknown, found: unknown][] = [
    ["the number of tests", known.tests, found.tests],
    ["the start", known.start, found.start],
    ...Array.from({ length: Math.max(known.wrong.length, found.wrong.length) }, (_, index) => {
      const what = `wrong solution ${index + 1}`;
      return [what, known.wrong[index], found.wrong[index]] satisfies [string, unknown, unknown];
    }),
  ];
  return pairs
    .filter(([, before, now]) => !isDeepStrictEqual(before, now))
    .map(
      ([what, ...sides]) =>
        `${what} was ${sides.map((side) => JSON.stringify(side)).join(", and is ")}`,
    );
}

/** Where a run failed first. The test is "" when it did not, and "(none)" when no test could fail. */
function firstOf(run: TestRun): FirstDifference {
  if (isWhole(run)) return { test: "", expected: "" };
  const failed = run.tested.find(({ state }) => state === "failed");
  const failure = failed?.failure ?? run.errors[0];
  const difference = failure && firstDifference(failure);
  const test = failed?.name ?? "(none)";
  if (!difference) return { test, expected: steady(failure?.message ?? run.stopped?.reason ?? "") };
  const { expected, actual, index } = difference;
  return { test, expected: steady(expected[index] ?? ""), actual: steady(actual[index] ?? "") };
}

/** Without what is different in each run. */
function steady(text: string): string {
  return text
    .split("\n", 3)
    .join("\n")
    .replace(/one-turn-test-\w+/g, "TEMP")
    .replace(/:\d{4,5}\b/g, ":PORT")
    .slice(0, 200);
}
