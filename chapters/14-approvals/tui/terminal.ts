import { constants } from "node:os";
import { PassThrough } from "node:stream";
import type { ReadStream, WriteStream } from "node:tty";
import blessed from "blessed";
import { atTheEnd } from "../at-the-end.ts";
import { holdStderr } from "./hold-stderr.ts";
import type { Frame, Size } from "./lay-out.ts";

export type Terminal = {
  size(): Size;
  /** Writes the rows that are not there yet. */
  draw(frame: Frame): void;
  /** What is there is not known any more: the next frame writes every row. */
  forget(): void;
};

/** Off, a row that the terminal finds too wide is cut, and the rows below stay where they are. */
const AUTOWRAP = "?7";
/** Bracketed paste; mouse reports, for the wheel. */
const MODES = ["?2004", "?1000", "?1006"];
/** Nobody sees the half of a frame. */
const SYNCHRONIZED_OUTPUT = "?2026";

/**
 * The only file that writes to the terminal. It writes rows, not cells: how wide a character is there, the
 * terminal alone knows. Whatever ends the program, the terminal is given back as it was.
 */
export function openTerminal(output: WriteStream, input: ReadStream): Terminal {
  const program = blessed.program({
    input: new PassThrough(), // keys are read by read-keys.ts
    output,
    terminal: "xterm-256color", // what every terminal of today speaks, whatever it calls itself
  });
  let drawn: string[] | undefined;
  let isOver = false;

  input.setRawMode(true);
  program.alternateBuffer();
  program.resetMode(AUTOWRAP);
  for (const mode of MODES) program.setMode(mode);
  const release = holdStderr();
  atTheEnd(() => {
    isOver = true;
    for (const mode of MODES) program.resetMode(mode);
    program.setMode(AUTOWRAP);
    program.showCursor();
    program.normalBuffer();
    letKeysGo(input);
    release();
  });
  // the terminal is gone, as at a hangup
  const leave = () => isOver || process.exit(128 + constants.signals.SIGHUP);
  output.on("error", leave);
  input.on("error", leave);

  function write({ rows, cursor }: Frame): void {
    program.setMode(SYNCHRONIZED_OUTPUT);
    program.hideCursor();
    if (!drawn) program.clear();
    rows.forEach((row, y) => {
      if (row === drawn?.[y]) return;
      program.cup(y, 0);
      program.eraseInLine();
      program.write(`${row}\x1b[m`);
    });
    // written again, so that the terminal itself finds the column
    program.cup(cursor.row, 0);
    program.write(`${cursor.left}\x1b[m`);
    program.showCursor();
    program.resetMode(SYNCHRONIZED_OUTPUT);
    drawn = rows;
  }

  return {
    // a terminal that does not know its size reports 0
    size: () => ({ columns: output.columns || 80, rows: output.rows || 24 }),
    draw(frame) {
      output.cork();
      try {
        write(frame);
      } finally {
        // what gives the terminal back must get out too
        output.uncork();
      }
    },
    forget() {
      drawn = undefined;
    },
  };
}

function letKeysGo(input: ReadStream): void {
  try {
    input.setRawMode(false);
  } catch {
    // there is no terminal any more, and others have something to do at the end
  }
}
