import { valueAfter } from "./open-log.ts";
import { findProvider, type Provider } from "./providers.ts";
import type { Settings } from "./settings.ts";

/**
 * What is asked for by `--provider` and `--model`, or by ONE_TURN_PROVIDER and ONE_TURN_MODEL. Empty where nothing is.
 * Throws one line when there is no such provider.
 */
export function chooseSettings(
  args: string[],
  providers: Provider[],
  env = process.env,
): Partial<Settings> {
  const name = valueAfter("--provider", args) || env.ONE_TURN_PROVIDER;
  const model = valueAfter("--model", args) || env.ONE_TURN_MODEL;
  if (!name) return model ? { model } : {};
  const provider = findProvider(name, providers);
  return { provider: provider.name, model: model || modelOf(provider, env) };
}

/** OPENAI_MODEL goes with OPENAI_BASE_URL. */
export function modelOf(provider: Provider, env = process.env): string {
  return (provider.baseURL === undefined && env.OPENAI_MODEL) || provider.model;
}
