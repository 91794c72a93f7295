import type { JsonObject } from "./json-value.ts";
import { modelName } from "./models.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { Fault } from "./scenario.ts";

/** Whether the request gives the fault its cause; most of them need none. */
export function hasCause(fault: Fault | undefined, body: JsonObject): boolean {
  if (fault === "no-tool-support") return Array.isArray(body.tools) && body.tools.length > 0;
  return fault !== "no-reasoning-effort" || effortIn(body) !== undefined;
}

/** The refusal that a fault is; undefined where it is one of another kind. */
export function findFailure(fault: Fault | undefined, body: JsonObject): Refusal | undefined {
  if (fault === "no-reasoning-effort") {
    const name = effortIn(body) ?? "reasoning.effort";
    const message = `Unsupported parameter: '${name}' is not supported with this model.`;
    return refuse(message, name, "unsupported_parameter");
  }
  if (fault !== "no-tool-support") return fault && statusFaults[fault];
  // as Ollama says it
  const message = `${body.model} does not support tools`;
  return { status: 400, error: { message, type: "api_error", param: null, code: null } };
}

/** The name of the parameter that asks for an effort: each of the two paths has its own. */
function effortIn({ reasoning, reasoning_effort }: JsonObject): string | undefined {
  if (reasoning_effort) return "reasoning_effort";
  return Object(reasoning).effort ? "reasoning.effort" : undefined;
}

/** Faults that are an answer of the API with a status of its own. */
const statusFaults: Partial<Record<Fault, Refusal>> = {
  "status-401": refuse("Incorrect API key provided.", null, "invalid_api_key", 401),
  "status-429": {
    status: 429,
    error: {
      message: `Rate limit reached for ${modelName}. Please try again in 1s.`,
      type: "requests",
      param: null,
      code: "rate_limit_exceeded",
    },
    headers: { "retry-after": "1" },
  },
  "quota-exceeded": {
    status: 429,
    error: {
      message: "You exceeded your current quota, please check your plan and billing details.",
      type: "insufficient_quota",
      param: null,
      code: "insufficient_quota",
    },
  },
  "status-500": {
    status: 500,
    error: {
      message: "The server had an error while processing your request.",
      type: "server_error",
      param: null,
      code: null,
    },
  },
  "status-503": {
    status: 503,
    error: {
      message:
        "That model is currently overloaded with other requests. You can retry your request.",
      type: "server_error",
      param: null,
      code: null,
    },
  },
};
