import type { Chat, CompletionUsage } from "openai/resources";

/** What the SDK types, and what other servers make of it. */
export type Completion = Omit<Chat.ChatCompletion, "choices"> & { choices: [Choice] };

export type Usage = CompletionUsage;

export type Choice = {
  index: number;
  message: Message;
  logprobs: null;
  finish_reason: string;
  error?: ChatError;
};

export type Message = Reasoned & {
  role: "assistant";
  content: string | null;
  refusal: string | null;
  tool_calls?: Call[];
};

export type Call = {
  id?: string;
  type: "function";
  function: { name: string; arguments: string };
};

/** The names that servers have for what the model thought. */
export type Reasoned = {
  reasoning_content?: string;
  reasoning?: string;
  reasoning_details?: { type: "reasoning.text"; text: string; index: number }[];
};

export type ChatError = { message: string } & Record<string, unknown>;
