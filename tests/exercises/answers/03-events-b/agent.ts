import type { Responses } from "openai/resources";
import type { AgentEvent } from "../../shared/events.ts";
import { messageText } from "./response-items.ts";
import { handleToolCall, toolDefinitions } from "./tools/registry.ts";
import type { ToolMap } from "./tools/tool.ts";

/**
 * The only way to the model. Throws a sentence for a person when there is no usable response. It may
 * report to the turn while it waits; openai.ts does not.
 */
export type CreateResponse = (
  request: Responses.ResponseCreateParamsNonStreaming,
  turn?: Turn,
) => Promise<Responses.Response>;

/** What a turn hands to everything that works in it. */
export type Turn = {
  emit(event: AgentEvent): void;
};

export type AgentOptions = {
  createResponse: CreateResponse;
  model: string;
  instructions: string;
  tools?: ToolMap;
  /** How many responses of one turn may ask for tools; no limit by default. The next one's calls are not run. */
  maxToolTurns?: number;
};

export class Agent {
  readonly options: AgentOptions;
  /** The model remembers nothing: every request carries the whole conversation. */
  history: Responses.ResponseInputItem[] = [];

  constructor(options: AgentOptions) {
    this.options = options;
  }

  /** From a user message to the answer. Throws when there is none; the user message stays. */
  async runOneUserTurn(text: string, turn?: Turn): Promise<string> {
    const { createResponse, model, instructions, maxToolTurns = Infinity } = this.options;
    const tools = this.options.tools ?? new Map();
    this.history.push({ role: "user", content: text });
    for (let round = 0; round <= maxToolTurns; round++) {
      const request = {
        model,
        instructions,
        input: [...this.history],
        tools: toolDefinitions(tools),
      };
      const response = await createResponse(request, turn);
      this.history.push(...(response.output as Responses.ResponseInputItem[]));
      const answered = response.output.every((item) => item.type !== "function_call");
      const refusal = whyNotRun(response, round === maxToolTurns);
      for (const item of response.output) {
        const said = messageText(item);
        if (said !== "") turn?.emit({ type: "assistant.message", text: said });
        if (item.type !== "function_call") continue;
        const emit = (event: AgentEvent) => turn?.emit(event);
        const output = await handleToolCall(tools, item, { refusal, emit });
        this.history.push({ type: "function_call_output", call_id: item.call_id, output });
      }
      if (answered) return response.output_text;
    }
    throw new Error(
      `The model asked for tools more than ${maxToolTurns} times in this turn. Say "continue" to go on.`,
    );
  }
}

/** A call that is not run is answered all the same: the API refuses a history with an open call. */
function whyNotRun(response: Responses.Response, limitReached: boolean): string | undefined {
  if (response.status === "incomplete") {
    return "Not run: the response was cut off, and the call may be. Ask again, for less.";
  }
  if (limitReached) return "Not run: too many responses of this turn have asked for tools.";
  return undefined;
}
