import type { Scenario } from "../scenario.ts";
import { answers } from "./answers.ts";
import { changes } from "./changes.ts";
import { chatVariants } from "./chat-variants.ts";
import { faults } from "./faults.ts";
import { modelMistakes } from "./model-mistakes.ts";
import { retries } from "./retries.ts";
import { toolCalls } from "./tool-calls.ts";

export const scenarios: Scenario[] = [
  ...answers,
  ...toolCalls,
  ...modelMistakes,
  ...faults,
  ...retries,
  ...changes,
  ...chatVariants,
];

/** Throws one line that lists the names when there is none with this one. */
export function findScenario(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name);
  if (found) return found;
  const names = scenarios.map((scenario) => scenario.name).join(", ");
  throw new Error(`No scenario named "${name}". Use one of: ${names}.`);
}
