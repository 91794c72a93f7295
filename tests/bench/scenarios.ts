import type { Scenario } from "../../shared/rehearsal/scenario.ts";
import { findScenario } from "../../shared/rehearsal/scenarios/all.ts";
import { answer, inPieces } from "../../shared/rehearsal/scenarios/script.ts";

const DELTAS = 5000;

/** What the turns are that are measured. */
export const turnKinds = ["text", "tool", "deltas"] as const;

export type TurnKind = (typeof turnKinds)[number];

export const scenarioOf: Record<TurnKind, Scenario> = {
  text: findScenario("greeting"),
  tool: findScenario("read-file"),
  deltas: {
    name: "many-deltas",
    shows: "An answer in 5,000 pieces.",
    from: 6,
    user: "Count.",
    responses: [answer(inPieces(...Array.from({ length: DELTAS }, (_, place) => `${place} `)))],
  },
};
