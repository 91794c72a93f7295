import type { Chapter } from "../../../shared/course/chapters.ts";
import type { Window } from "../../../shared/course/picture/window.ts";
import type { SessionEvent } from "../../../shared/events.ts";
import { loadBundled } from "../../../shared/trace/load-bundled.ts";
import { memoryTerminal } from "./memory-terminal.ts";

type EventLineModule = typeof import("../../../chapters/03-events/event-line.ts");

/** Chapters 01 to 03 print lines: what is typed stands between them, as the terminal shows it. */
export async function* drawPrinted(
  { number, folder }: Chapter,
  prompts: string[],
  events: SessionEvent[],
): AsyncGenerator<Window> {
  const lineOf = number < 3 ? lineAtTheEnd() : await loadEventLine(folder);
  const terminal = memoryTerminal();
  const typed = prompts.values();
  terminal.output.write("you> ");
  for (const event of events) {
    if (event.type === "turn.started") terminal.output.write(`${typed.next().value}\n`);
    const line = lineOf(event);
    if (line !== undefined) terminal.output.write(`${line}\n`);
    if (/^turn\.(completed|failed)$/.test(event.type)) terminal.output.write("you> ");
    yield await terminal.look();
  }
}

async function loadEventLine(folder: string): Promise<EventLineModule["eventLine"]> {
  const found = await loadBundled(`chapters/${folder}/event-line.ts`);
  return (found as EventLineModule).eventLine;
}

/** Chapters 01 and 02 print what their agent returns, which is the text of the last response, or what it throws. */
function lineAtTheEnd(): (event: SessionEvent) => string | undefined {
  let answer = "";
  return (event) => {
    if (event.type === "turn.started" || event.type === "tool.started") answer = "";
    if (event.type === "assistant.message") answer += event.text;
    if (event.type === "turn.failed") return `error> ${event.error}`;
    return event.type === "turn.completed" ? answer : undefined;
  };
}
