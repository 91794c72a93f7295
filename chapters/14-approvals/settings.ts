import type { Effort, PhaseName, SessionEvent } from "../../shared/events.ts";
import { efforts, phases } from "./phases.ts";
import { knownPhase } from "./state/known-phase.ts";
import { textOrEmpty } from "./state/text-or-empty.ts";

/** What a session goes by. It is made of events, so that a session that goes on has them too. */
export type Settings = {
  /** Its name. */
  provider: string;
  model: string;
  phase: PhaseName;
  effort: Effort;
};

/** Those of a session of which no event says anything else. */
export const firstSettings = { provider: "openai", phase: "build", effort: "medium" } as const;

export function reduceSettings(settings: Settings, event: SessionEvent): Settings {
  switch (event.type) {
    case "provider.changed":
      return {
        ...settings,
        provider: textOrEmpty(event.provider),
        model: textOrEmpty(event.model),
      };
    case "phase.changed": {
      const phase = knownPhase(event.phase);
      const effort = efforts.find((each) => each === event.effort) ?? phases[phase].effort;
      return { ...settings, phase, effort };
    }
    default:
      return settings;
  }
}
