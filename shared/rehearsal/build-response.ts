import type { Responses } from "openai/resources";
import type { Item } from "./conversation.ts";
import { estimateUsage } from "./estimate-usage.ts";
import { isObject, type JsonObject } from "./json-value.ts";
import type { Fault } from "./scenario.ts";

/** What goes over the wire: `output_text` is added by the SDK, and `usage` is null until the end. */
export type WireResponse = Omit<Responses.Response, "output_text" | "usage"> & {
  usage: Responses.ResponseUsage | null;
};

export type Exchange = {
  id: string;
  /** The request, and the conversation that it makes with what is stored. */
  body: JsonObject;
  conversation: Item[];
  /** What the model wrote. */
  items: Responses.ResponseOutputItem[];
  fault: Fault | undefined;
};

/** The whole response object, the request's own settings given back in it. */
export function buildResponse(exchange: Exchange): WireResponse {
  const { id, body, conversation, items, fault } = exchange;
  const now = Math.floor(Date.now() / 1000);
  return {
    id,
    object: "response",
    created_at: now,
    ...describeEnd(fault, now),
    background: false,
    instructions: typeof body.instructions === "string" ? body.instructions : null,
    max_output_tokens: numberOr(body.max_output_tokens, null),
    metadata: isObject(body.metadata) ? (body.metadata as Record<string, string>) : {},
    model: String(body.model),
    output: fault === "empty-output" || fault === "response-failed" ? [] : items,
    parallel_tool_calls: body.parallel_tool_calls !== false,
    previous_response_id:
      typeof body.previous_response_id === "string" ? body.previous_response_id : null,
    reasoning: isObject(body.reasoning) ? body.reasoning : { effort: null, summary: null },
    service_tier: "default",
    temperature: numberOr(body.temperature, 1),
    text: isObject(body.text) ? body.text : { format: { type: "text" } },
    tool_choice: (body.tool_choice as WireResponse["tool_choice"] | null | undefined) ?? "auto",
    tools: (body.tools as WireResponse["tools"] | null | undefined) ?? [],
    top_p: numberOr(body.top_p, 1),
    truncation: body.truncation === "auto" ? "auto" : "disabled",
    usage: estimateUsage({ instructions: body.instructions, conversation }, items),
  };
}

type End = Pick<WireResponse, "status" | "error" | "incomplete_details" | "completed_at">;

function describeEnd(fault: Fault | undefined, now: number): End {
  if (fault === "response-failed") {
    const message = "The model failed while it wrote this response.";
    const error = { code: "server_error", message } as const;
    return { status: "failed", error, incomplete_details: null, completed_at: null };
  }
  if (fault === "response-incomplete") {
    const reason = { reason: "max_output_tokens" } as const;
    return { status: "incomplete", error: null, incomplete_details: reason, completed_at: null };
  }
  return { status: "completed", error: null, incomplete_details: null, completed_at: now };
}

function numberOr<T>(value: unknown, otherwise: T): number | T {
  return typeof value === "number" ? value : otherwise;
}
