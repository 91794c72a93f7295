import { PassThrough, Writable } from "node:stream";
import type { ReadStream, WriteStream } from "node:tty";
import xterm from "@xterm/headless";
import { readWindow } from "../../../shared/course/picture/read-window.ts";
import type { Window } from "../../../shared/course/picture/window.ts";

/** A terminal of 80x24 without a device: what is written to it is drawn at once. */
export type MemoryTerminal = {
  output: WriteStream;
  input: ReadStream;
  /** Resolves when a whole frame more has been written. */
  nextFrame(): Promise<void>;
  /** What is drawn by now. */
  look(): Promise<Window>;
};

const columns = 80;
const rows = 24;

/** The end of synchronized output, and so of a frame. */
const FRAME_END = "\x1b[?2026l";

export function memoryTerminal(): MemoryTerminal {
  // Node leaves it to a terminal to begin a new line at its first column
  const emulator = new xterm.Terminal({
    cols: columns,
    rows,
    allowProposedApi: true,
    convertEol: true,
  });
  let onFrame = () => {};
  const output = new Writable({
    decodeStrings: false,
    write(text: string | Buffer, _encoding, done) {
      emulator.write(text);
      if (text.toString().endsWith(FRAME_END)) onFrame();
      done();
    },
  });
  return {
    output: Object.assign(output, { columns, rows, isTTY: true }) as unknown as WriteStream,
    input: Object.assign(new PassThrough(), {
      isTTY: true,
      setRawMode: () => {},
      unref: () => {},
    }) as unknown as ReadStream,
    nextFrame: () =>
      new Promise((resolve) => {
        onFrame = resolve;
      }),
    async look() {
      await new Promise<void>((resolve) => emulator.write("", resolve));
      return readWindow(emulator);
    },
  };
}
