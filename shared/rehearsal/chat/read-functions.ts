import { isObject } from "../json-value.ts";

/** The tools of a request whose shape was checked, as the Responses API has them. */
export function readFunctions(tools: unknown): unknown[] {
  if (!Array.isArray(tools)) return [];
  return tools.filter(isObject).map((tool) => {
    return isObject(tool.function) ? { type: tool.type, ...tool.function } : tool;
  });
}
