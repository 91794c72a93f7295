import { createInterface } from "node:readline";
import { ReadStream, WriteStream } from "node:tty";
import { repaintingScreen } from "./repainting-screen.ts";
import type { TuiState } from "./state/tui-state.ts";
import { unprintedLines } from "./unprinted-lines.ts";

export type Screen = {
  show(state: TuiState): void;
  /** What the user types, at once, line by line, until there is no more. */
  lines: AsyncIterable<string>;
};

/** With a terminal on both sides, what can still change is repainted. Anywhere else it waits until it is settled. */
export function plainScreen(output: NodeJS.WritableStream, input: NodeJS.ReadableStream): Screen {
  if (output instanceof WriteStream && input instanceof ReadStream && process.env.TERM !== "dumb") {
    return repaintingScreen(output, input);
  }
  const takeUnprinted = unprintedLines();
  return {
    show(state) {
      const lines = takeUnprinted(state.transcript);
      if (lines.length > 0) output.write(`${lines.join("\n")}\n`);
    },
    lines: createInterface({ input }),
  };
}
