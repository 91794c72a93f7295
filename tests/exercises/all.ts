import type { Exercise } from "../../shared/course/workshop/exercise.ts";
import { events } from "./03-events.ts";
import { cancellation } from "./09-cancellation.ts";
import { retries } from "./10-retries.ts";
import { metrics } from "./11-metrics.ts";

/** In the order of the ladder. */
export const exercises: Exercise[] = [events, cancellation, retries, metrics];
