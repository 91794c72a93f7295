import type { PhaseName } from "../../../shared/events.ts";

const names: PhaseName[] = ["plan", "build", "review"];

/** A log may name a phase that the program does not know, or none: that counts as one that only reads. */
export function knownPhase(phase: unknown): PhaseName {
  return names.find((name) => name === phase) ?? "plan";
}
