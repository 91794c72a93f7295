import { simpleTool, type Tool } from "./tool.ts";

/** In UTC, to the millisecond. */
export function getCurrentTime(now: () => Date = () => new Date()): Tool {
  return simpleTool("The current date and time, as ISO 8601 in UTC.", [], () => {
    return { output: `${now().toISOString()} (UTC)` };
  });
}
