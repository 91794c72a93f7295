import type { ToolStream } from "../../../shared/events.ts";
import type { ToolContext } from "./tool.ts";

const INTERVAL_MS = 100;

/**
 * Joins what a command prints within a tenth of a second, so that the number of events stays small, and shows
 * its first `limit` characters at most. The two streams are not kept in step; in the output they are.
 */
export function joinProgress(
  show: ToolContext["progress"],
  limit: number,
): { add(stream: ToolStream, text: string): void; end(): void } {
  const waiting = new Map<ToolStream, string>();
  let room = limit;
  let timer: NodeJS.Timeout | undefined;
  const showWaiting = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const [stream, text] of waiting) show(stream, text);
    waiting.clear();
  };
  return {
    add(stream, text) {
      const shown = text.slice(0, room).toWellFormed();
      if (shown === "") return;
      room -= shown.length;
      waiting.set(stream, (waiting.get(stream) ?? "") + shown);
      timer ??= setTimeout(showWaiting, INTERVAL_MS);
    },
    end: showWaiting,
  };
}
