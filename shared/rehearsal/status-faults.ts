import { modelName } from "./models.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { Fault } from "./scenario.ts";

/** Faults that are an answer of the API with a status of its own. */
export const statusFaults: Partial<Record<Fault, Refusal>> = {
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
