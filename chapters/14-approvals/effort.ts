import type { Responses } from "openai/resources";
import type { CreateResponse } from "./agent.ts";
import type { Settings } from "./settings.ts";

/**
 * The same way to the model, which is asked to think as much as the settings say. One that does not take that is asked once
 * more without it, the user is told, and it is not asked for it again.
 */
export function effortResponses(
  createResponse: CreateResponse,
  settings: () => Settings,
): CreateResponse {
  const unable = new Set<string>();
  return async (request, turn) => {
    const { provider, model, effort } = settings();
    const name = `${provider} ${model}`;
    if (effort === "off" || unable.has(name)) return createResponse(request, turn);
    const reasoning: Responses.ResponseCreateParams["reasoning"] = { effort, summary: "auto" };
    try {
      return await createResponse({ ...request, reasoning }, turn);
    } catch (error) {
      if (!isAboutEffort(error)) throw error;
      unable.add(name);
      const text = `${model} does not take a reasoning effort: it is asked without.`;
      turn?.emit({ type: "notice", text });
      return createResponse(request, turn);
    }
  };
}

/** Servers name the parameter, in a field or in their sentence; Ollama says `"NAME" does not support thinking`. */
function isAboutEffort(error: unknown): boolean {
  const { status, param, message } = Object((error as Error).cause);
  // a model, or an item of the conversation, may have "reasoning" in its name
  const isNamed = /^reasoning/.test(param) || /effort|support thinking/i.test(message);
  return status === 400 && isNamed;
}
