import type { JsonObject } from "./json-value.ts";

/** An input or output item whose shape was checked; `type` is filled in where the client left it out. */
export type Item = JsonObject & { type: string };

export type CallItem = Item & { call_id: string; name: string; arguments: string };
export type OutputItem = Item & { call_id: string; output: unknown };

export function isCall(item: Item): item is CallItem {
  return item.type === "function_call";
}

export function isOutput(item: Item): item is OutputItem {
  return item.type === "function_call_output";
}

export function isUserMessage(item: Item): boolean {
  return item.type === "message" && item.role === "user";
}

/** What the model itself said or did. */
export function isFromModel(item: Item): boolean {
  if (item.type === "message") return item.role === "assistant";
  return !item.type.endsWith("_output") && !item.type.endsWith("_response");
}

/** The current turn without its user message; everything when no user has spoken. */
export function sinceLastUser(conversation: Item[]): Item[] {
  return conversation.slice(conversation.findLastIndex(isUserMessage) + 1);
}

/** The texts of a message or of a tool's output: a string, or a list of parts. */
export function readTexts(content: unknown): string[] {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return content.map((part) => part?.text).filter((text) => typeof text === "string");
}
