import OpenAI from "openai";
import { modelOf } from "./choose-settings.ts";
import { clientOf, findProvider, hideKey, type Provider } from "./providers.ts";
import type { SessionHost } from "./session-host.ts";

const MOST_LISTED = 30;

/** Milliseconds: nothing else is done meanwhile. */
const PATIENCE = 10_000;

/** Without an argument, what there is; with a name, and perhaps a model, from the next request on. */
export function changeProvider(argument: string, host: SessionHost): string {
  const { provider, model } = host.session().settings;
  if (argument === "")
    return host.providers.map((each) => describe(each, provider, model)).join("\n");
  const [name = "", ...others] = argument.split(/\s+/);
  const found = findProvider(name, host.providers);
  // a key that is missing is said now, and not by the next turn
  host.wayTo(name);
  return record(host, name, others.join(" ") || modelOf(found));
}

export function changeModel(argument: string, host: SessionHost): string {
  const { provider, model } = host.session().settings;
  if (argument === "") return `The model is ${model}, at ${provider}. /models lists others.`;
  return record(host, provider, argument);
}

/** Asks the server. */
export async function listModels(_: string, host: SessionHost): Promise<string> {
  const { provider, model } = host.session().settings;
  const found = findProvider(provider, host.providers);
  const asked = clientOf(found).get<unknown>("/models", { maxRetries: 0, timeout: PATIENCE });
  const body = await asked.catch((error: unknown) => {
    const isSaid = error instanceof OpenAI.APIError;
    const reason = isSaid ? hideKey(error.message, found) : "its answer is no JSON";
    throw new Error(`${provider} does not list its models (${reason}).`);
  });
  const ids = idsOf(body);
  if (ids.length === 0) return `${provider} lists no models.`;
  const names = ids.map((id) => `${id === model ? "*" : " "} ${id}`);
  const more = names.length - MOST_LISTED;
  return [...names.slice(0, MOST_LISTED), ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}

/** Servers differ, and what has no id can't be asked for. */
function idsOf(body: unknown): string[] {
  const { data } = Object(body);
  const ids = Array.isArray(data) ? data.map((each) => Object(each).id) : [];
  return ids.filter((id) => typeof id === "string" && id !== "");
}

function record(host: SessionHost, provider: string, model: string): string {
  void host.session().dispatch({
    type: "record",
    event: { type: "provider.changed", provider, model },
  });
  return `From now on ${model}, at ${provider}.`;
}

function describe(
  { name, baseURL, wire, keyVariable }: Provider,
  open: string,
  model: string,
): string {
  const place = baseURL ?? (process.env.OPENAI_BASE_URL?.trim() || "api.openai.com");
  const key = keyVariable ? `, key in ${keyVariable}` : "";
  const mark = name === open ? `* ${name} (${model})` : `  ${name}`;
  return `${mark}: ${place}, ${wire}${key}`;
}
