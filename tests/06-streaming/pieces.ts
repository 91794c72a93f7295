import type { SessionEventBody } from "../../shared/events.ts";

export const think = (text: string): SessionEventBody => ({ type: "reasoning.delta", text });
export const write = (text: string): SessionEventBody => ({ type: "assistant.delta", text });
export const another = (text: string): SessionEventBody => ({
  type: "assistant.delta",
  text,
  startsAnother: true,
});
export const interrupted = (text: string): SessionEventBody => ({
  type: "assistant.interrupted",
  text,
});
