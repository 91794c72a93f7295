import type { Effort, PhaseName } from "../../shared/events.ts";
import { efforts, isPhase, phases } from "./phases.ts";
import type { SessionHost } from "./session-host.ts";
import { phaseNames } from "./state/known-phase.ts";

export function changePhase(argument: string, host: SessionHost): string {
  const { phase, effort } = host.session().settings;
  if (argument === "") return `The phase is ${phase}, the reasoning effort is ${effort}.`;
  if (!isPhase(argument)) {
    throw new Error(`/phase takes ${phaseNames.join(", ")}, not "${argument}".`);
  }
  return record(host, argument, phases[argument].effort);
}

export function changeEffort(argument: string, host: SessionHost): string {
  const { phase, effort } = host.session().settings;
  if (argument === "") return `The reasoning effort is ${effort}.`;
  const found = efforts.find((each) => each === argument);
  if (!found) throw new Error(`/reasoning takes ${efforts.join(", ")}, not "${argument}".`);
  return record(host, phase, found);
}

function record(host: SessionHost, phase: PhaseName, effort: Effort): string {
  void host.session().dispatch({ type: "record", event: { type: "phase.changed", phase, effort } });
  return `From now on ${phase}, with reasoning effort ${effort}. ${tools(phase)}`;
}

function tools(phase: PhaseName): string {
  return phases[phase].changes
    ? "All tools are there."
    : "Nothing is changed: only tools that read are there.";
}
