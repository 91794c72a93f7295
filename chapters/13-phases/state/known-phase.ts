import type { PhaseName } from "../../../shared/events.ts";

const names = ["plan", "build", "review"] as const satisfies PhaseName[];

/** A log may name a phase that the program does not know, or none: that counts as one that only reads. */
export function knownPhase(phase: unknown): PhaseName {
  return names.find((name) => name === phase) ?? "plan";
}
