import { join } from "node:path";
import { emittingLine, eventTypeOf } from "./emitting-line.ts";
import type { Exercise } from "./exercise.ts";
import { type Difference, firstDifference } from "./first-difference.ts";
import type { TestFailure } from "./messages.ts";

/** Where someone works: a folder below workshop/. */
type Work = { root: string; folder: string; exercise: Exercise };

/**
 * The step that a failure belongs to, where that is plain: it ran into a stub, or the line that is at fault stands in
 * a file of one step only. Undefined where it may be any.
 */
export function failingStep(work: Work, failure: TestFailure): number | undefined {
  const difference = firstDifference(failure);
  const said = difference ? difference.actual[difference.index] : failure.message;
  const [, stub] = /Step (\d+): \S+ is not written yet/.exec(said ?? "") ?? [];
  if (stub) return Number(stub);
  const file = difference ? tellingFile(work, difference, failure) : throwingFile(work, failure);
  const steps = work.exercise.steps.flatMap(({ builds }, index) =>
    builds.some((each) => each.split("#")[0] === file) ? [index + 1] : [],
  );
  return steps.length === 1 ? steps[0] : undefined;
}

/** Of an event that came when it should, and says something else. Of another event nobody knows who should have told. */
function tellingFile(
  { root, folder }: Work,
  difference: Difference,
  { emitted }: TestFailure,
): string | undefined {
  const { expected, actual, index } = difference;
  if (eventTypeOf(expected[index] ?? "") !== eventTypeOf(actual[index] ?? "")) return undefined;
  return emittingLine(root, folder, difference, emitted)?.file;
}

function throwingFile({ root, folder }: Work, { frames }: TestFailure): string | undefined {
  const own = `${join(root, "workshop", folder).replaceAll("\\", "/")}/`;
  return frames.find(({ file }) => file.startsWith(own))?.file.slice(own.length);
}
