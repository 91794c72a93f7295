import type { Exercise } from "../../shared/course/workshop/exercise.ts";
import { events } from "./03-events.ts";

/** In the order of the ladder. */
export const exercises: Exercise[] = [events];
