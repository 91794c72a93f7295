import type { Look } from "../../trace/look.ts";
import { hang } from "../diff/draw-text.ts";
import type { Exercise } from "./exercise.ts";

/** The steps of an exercise by what each of them builds. */
export function stepRows({ steps }: Exercise, look: Look): string[] {
  return steps.flatMap(({ builds }, index) => {
    const names = builds.map((each) => each.replace("#", ": ").replaceAll("+", ", "));
    return hang(`  ${index + 1}  `, names.join(", "), look);
  });
}
