import type { Asked } from "../api.ts";
import { buildOutput } from "../build-output.ts";
import { estimateUsage } from "../estimate-usage.ts";
import type { ScriptedItem, ScriptedResponse } from "../scenario.ts";
import type { Call, Completion, Message, Usage } from "./completion.ts";

/** What stands between two texts that one message has to hold. */
export const separator = "\n\n";

/** The whole answer, as OpenAI sends it; the reasoning, which it keeps to itself, in `reasoning_content`. */
export function buildCompletion(
  id: string,
  script: ScriptedResponse,
  { body, conversation }: Asked,
): Completion {
  const said = script.fault === "empty-output" ? [] : script.output;
  return {
    id,
    object: "chat.completion",
    created: Math.floor(Date.now() / 1000),
    model: String(body.model),
    choices: [
      {
        index: 0,
        message: buildMessage(said),
        logprobs: null,
        finish_reason: findFinish(script),
      },
    ],
    usage: countUsage(script, conversation),
    service_tier: "default",
  };
}

function buildMessage(output: ScriptedItem[]): Message {
  const calls = output.flatMap(buildCall);
  const reasoning = joinTexts(output, "reasoning");
  return {
    role: "assistant",
    content: joinTexts(output, "message"),
    refusal: joinTexts(output, "refusal"),
    ...(reasoning === null ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function joinTexts(output: ScriptedItem[], type: ScriptedItem["type"]): string | null {
  const texts = output.flatMap((item) =>
    item.type === type && item.type !== "call" ? [item.text] : [],
  );
  return texts.length === 0 ? null : texts.join(separator);
}

function buildCall(item: ScriptedItem): Call[] {
  if (item.type !== "call") return [];
  const { callId, name, args } = item;
  return [{ id: callId, type: "function", function: { name, arguments: args } }];
}

function findFinish({ output, fault }: ScriptedResponse): string {
  if (fault === "response-incomplete") return "length";
  const called = fault !== "empty-output" && output.some(({ type }) => type === "call");
  return called ? "tool_calls" : "stop";
}

/** Of all that was written, also where it does not arrive. */
function countUsage(script: ScriptedResponse, conversation: Asked["conversation"]): Usage {
  const items = buildOutput(script, {}, () => "");
  const usage = estimateUsage({ conversation }, items);
  return {
    prompt_tokens: usage.input_tokens,
    prompt_tokens_details: { cached_tokens: usage.input_tokens_details.cached_tokens },
    completion_tokens: usage.output_tokens,
    completion_tokens_details: {
      reasoning_tokens: usage.output_tokens_details.reasoning_tokens,
    },
    total_tokens: usage.total_tokens,
  };
}
