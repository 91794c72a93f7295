import type { Responses } from "openai/resources";

/** About four characters to a token; near enough to see a conversation grow. */
export function estimateUsage(
  input: unknown,
  output: Responses.ResponseOutputItem[],
): Responses.ResponseUsage {
  const inputTokens = countTokens(input);
  const outputTokens = countTokens(output);
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cache_write_tokens: 0, cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: {
      reasoning_tokens: countTokens(output.filter((item) => item.type === "reasoning")),
    },
    total_tokens: inputTokens + outputTokens,
  };
}

/** The texts alone count: not the ids, types and brackets around them. */
function countTokens(value: unknown): number {
  let characters = 0;
  JSON.stringify(value, (key, text) => {
    if (counted.has(key) && typeof text === "string") characters += text.length;
    return text;
  });
  return Math.ceil(characters / 4);
}

const counted = new Set([
  "instructions",
  "content",
  "text",
  "refusal",
  "arguments",
  "output",
  "name",
]);
