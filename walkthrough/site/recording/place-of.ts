import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Chapter } from "../../../shared/course/chapters.ts";
import { projectRoot } from "../../../shared/course/project-root.ts";
import { emittingFrame } from "../../../shared/course/workshop/emitting-line.ts";
import type { SessionEvent } from "../../../shared/events.ts";
import type { CodePlace } from "./recording.ts";

/** Where in the chapter an event came from. `stack`: of the moment in which it was published. */
export function placeOf(
  { number, folder }: Chapter,
  event: SessionEvent,
  stack: string,
): CodePlace | undefined {
  const path = `chapters/${folder}`;
  const frame = emittingFrame(join(projectRoot(), path), { type: event.type, stack });
  const isAtADoor = event.type === "tool.started" || event.type === "tool.finished";
  if (frame && (number >= 3 || (isAtADoor && frame.file === "tools/registry.ts"))) {
    const place = { file: `${path}/${frame.file}`, line: frame.line };
    return number < 3 ? { ...place, seen: true } : place;
  }
  return number < 3 ? seenLine(`${path}/agent.ts`, event) : undefined;
}

/** By a line of agent.ts, of which a watcher sees what comes in, what goes out, and the history. */
const seen: Partial<Record<SessionEvent["type"], string>> = {
  "turn.started": "async runOneUserTurn(",
  "user.message": '{ role: "user", content: text }',
  "assistant.message": "this.history.push(...(response.output",
  "tool.started": "await handleToolCall(",
  "tool.failed": '{ type: "function_call_output"',
  "turn.completed": "return response.output_text",
  "turn.failed": "await createResponse(",
};

const limit = "The model asked for tools more than ";

/** Throws when the chapter has no such line. */
function seenLine(file: string, event: SessionEvent): CodePlace {
  const isLimit = event.type === "turn.failed" && event.error.startsWith(limit);
  const code = isLimit ? limit : (seen[event.type] ?? event.type);
  const lines = readFileSync(join(projectRoot(), file), "utf8").split("\n");
  const line = lines.findIndex((each) => each.includes(code)) + 1;
  if (line === 0) throw new Error(`${file} has no line with ${code}, where ${event.type} is seen.`);
  return { file, line, seen: true };
}
