import { expect, it } from "vitest";
import { exercises } from "../../shared/course/workshop/exercises.ts";
import { tryExercise } from "../../shared/course/workshop/gate.ts";
import { readKnown } from "../../shared/course/workshop/known.ts";
import { deep } from "../support/deep.ts";
import { root } from "../support/run-one-turn.ts";

/** In depth all of them; every day one stands for all. */
const tried = exercises.filter(({ folder }) => deep || folder === "03-events");

it.each(tried)(
  "$folder: the start is red, the solution green, every mistake is caught",
  { timeout: 600_000 },
  async (exercise) => {
    const before = readKnown(root, exercise.folder);
    const { known, problems } = await tryExercise(exercise, deep ? undefined : before);
    expect(problems).toEqual([]);
    expect(known).toEqual(before);
  },
);
