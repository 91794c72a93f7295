import { loadTerminal } from "./load-terminal.ts";
import { readWindow } from "./read-window.ts";
import type { Window } from "./window.ts";

export type Program = {
  /** Node's. */
  args: string[];
  cwd: string;
  /** Everything of the environment but PATH, HOME, LANG and TERM. */
  env: Record<string, string>;
};

export type OpenedTerminal = {
  /** As from a keyboard: "\r" is the Enter key. */
  type(text: string): void;
  /** What is drawn by now. */
  look(): Promise<Window>;
  isRunning(): boolean;
  /** Ends the program if it still runs. Resolves when it has ended. */
  close(): Promise<void>;
};

const SIZE = { cols: 80, rows: 24 };

/** A program in a pseudo-terminal of 80x24, which looks the same on every machine. */
export async function openTerminal({ args, cwd, env }: Program): Promise<OpenedTerminal> {
  const { spawn, Terminal } = await loadTerminal();
  const { PATH = "", HOME = "" } = process.env;
  const same = { PATH, HOME, LANG: "C.UTF-8", TERM: "xterm-256color" };
  const child = spawn(process.execPath, args, { ...SIZE, cwd, env: { ...same, ...env } });
  const emulator = new Terminal({ ...SIZE, allowProposedApi: true });
  let running = true;
  child.onData((text) => emulator.write(text));
  // a terminal answers some questions of a program
  emulator.onData((text) => running && child.write(text));
  const ended = new Promise<void>((resolve) =>
    child.onExit(() => {
      running = false;
      resolve();
    }),
  );
  return {
    type: (text) => child.write(text),
    async look() {
      await new Promise<void>((resolve) => emulator.write("", resolve));
      return readWindow(emulator);
    },
    isRunning: () => running,
    async close() {
      if (running) child.kill("SIGKILL");
      await ended;
    },
  };
}
