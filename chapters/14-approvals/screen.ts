import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { ReadStream, WriteStream } from "node:tty";
import { ctrlC } from "./ctrl-c.ts";
import { repaintingScreen } from "./repainting-screen.ts";
import type { SentAnswer } from "./sent-text.ts";
import { emptyState } from "./state/reduce-session-event.ts";
import type { TuiState } from "./state/tui-state.ts";
import { unprintedLines } from "./unprinted-lines.ts";

export type Screen = {
  show(state: TuiState): void;
  /** What the user types, at once, line by line, until there is no more. */
  lines: AsyncIterable<string>;
  /** What the user types while a question is there, and nothing that was begun before it appeared. */
  answers: AsyncIterable<SentAnswer>;
};

/**
 * With a terminal on both sides, what can still change is repainted. Anywhere else it waits until it is settled, and Ctrl+C
 * is a signal, which ends the turn and then the program.
 */
export function plainScreen(
  output: NodeJS.WritableStream,
  input: NodeJS.ReadableStream,
  cancel: () => void,
): Screen {
  if (output instanceof WriteStream && input instanceof ReadStream && process.env.TERM !== "dumb") {
    return repaintingScreen(output, input, cancel);
  }
  const takeUnprinted = unprintedLines();
  let { status } = emptyState;
  let isLeaving = false;
  process.on("SIGINT", () => {
    if (ctrlC(status, true) === "exit") process.exit(130);
    isLeaving = true;
    cancel();
  });
  return {
    show(state) {
      const lines = takeUnprinted(state.transcript);
      if (lines.length > 0) output.write(`${lines.join("\n")}\n`);
      status = state.status;
      if (isLeaving && status.turn === "idle") process.exit(130);
    },
    lines: createInterface({ input }),
    // nobody is there to be asked
    answers: Readable.from([]),
  };
}
