import type { Responses } from "openai/resources";

/** The only way to the model. Throws a sentence for a person when there is no usable response. */
export type CreateResponse = (
  request: Responses.ResponseCreateParamsNonStreaming,
) => Promise<Responses.Response>;

export type AgentOptions = {
  createResponse: CreateResponse;
  model: string;
  instructions: string;
};

export class Agent {
  readonly options: AgentOptions;
  /** The model remembers nothing: every request carries the whole conversation. */
  history: Responses.ResponseInputItem[] = [];

  constructor(options: AgentOptions) {
    this.options = options;
  }

  /** From a user message to the answer. Throws when there is none; the user message stays. */
  async runOneUserTurn(text: string): Promise<string> {
    const { createResponse, model, instructions } = this.options;
    this.history.push({ role: "user", content: text });
    const response = await createResponse({ model, instructions, input: [...this.history] });
    this.history.push(...(response.output as Responses.ResponseInputItem[]));
    return response.output_text;
  }
}
