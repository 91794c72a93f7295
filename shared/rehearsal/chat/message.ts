import type { JsonObject } from "../json-value.ts";

/** A message of the request whose shape was checked. */
export type ChatMessage =
  | { role: "system" | "developer" | "user"; content: string | JsonObject[] }
  | { role: "assistant"; content?: string | JsonObject[] | null; tool_calls?: ChatCall[] }
  | { role: "tool"; content: string | JsonObject[]; tool_call_id: string };

export type ChatCall = {
  id: string;
  type: string;
  /** A custom tool has none. */
  function?: { name: string; arguments: string };
};
