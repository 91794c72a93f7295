import { valueAfter } from "./open-log.ts";
import { isPhase } from "./phases.ts";
import { findProvider, type Provider } from "./providers.ts";
import type { Settings } from "./settings.ts";
import { phaseNames } from "./state/known-phase.ts";

/**
 * What is asked for by `--provider`, `--model` and `--phase`, or by ONE_TURN_PROVIDER and ONE_TURN_MODEL. Empty where nothing is.
 * Throws one line when there is no such provider.
 */
export function chooseSettings(
  args: string[],
  providers: Provider[],
  env = process.env,
): Partial<Settings> {
  const name = valueAfter("--provider", args) || env.ONE_TURN_PROVIDER;
  const model = valueAfter("--model", args) || env.ONE_TURN_MODEL;
  const phase = findPhase(args);
  if (!name) return model ? { ...phase, model } : phase;
  const provider = findProvider(name, providers);
  return { ...phase, provider: provider.name, model: model || modelOf(provider, env) };
}

function findPhase(args: string[]): Partial<Settings> {
  if (!args.includes("--phase")) return {};
  const name = valueAfter("--phase", args) ?? "";
  if (isPhase(name)) return { phase: name };
  throw new Error(`There is no phase "${name}". Use one of: ${phaseNames.join(", ")}.`);
}

/** OPENAI_MODEL goes with OPENAI_BASE_URL. */
export function modelOf(provider: Provider, env = process.env): string {
  return (provider.baseURL === undefined && env.OPENAI_MODEL) || provider.model;
}
