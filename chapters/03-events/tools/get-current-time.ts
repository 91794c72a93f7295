import { simpleTool, type Tool } from "./tool.ts";

/** Answers in UTC, to the millisecond: the zone of the machine is nobody's business. */
export function getCurrentTime(now: () => Date = () => new Date()): Tool {
  return simpleTool("The current date and time, as ISO 8601 in UTC.", [], () => {
    return { output: `${now().toISOString()} (UTC)` };
  });
}
