import type { PhaseName } from "../../../shared/events.ts";

/** In the order in which one goes through them. */
export const phaseNames: PhaseName[] = ["plan", "build", "review"];

/** A log may name a phase that the program does not know, or none: that counts as one that only reads. */
export function knownPhase(phase: unknown): PhaseName {
  return phaseNames.find((name) => name === phase) ?? "plan";
}
