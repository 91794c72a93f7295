import { writeSync } from "node:fs";
import { constants } from "node:os";
import { emitKeypressEvents } from "node:readline";

/** The window of the terminal, as long as it is open. */
export type FullScreen = {
  size(): { columns: number; rows: number };
  /** Draws the whole window: one text per row, and nothing below the last. Not while a key waits, which changes it. */
  show(rows: string[]): void;
  /**
   * The next key, in the order in which they were typed: "up", "pagedown", "space", "return", "ctrl+c", or the
   * character itself. No keys are "resized", and "closed": there will be no more.
   */
  key(): Promise<string>;
  /** Gives the terminal back as it was. */
  close(): void;
};

// the other screen, no cursor, and no row that goes on in the next one
const ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l";
const LEAVE = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Takes the window of a terminal. Whatever ends the process, SIGKILL aside, gives it back. */
export function openFullScreen(): FullScreen {
  const { stdin, stdout } = process;
  const typed: string[] = [];
  let wanted: ((key: string) => void) | undefined;
  const arrive = (key: string) => {
    if (wanted) wanted(key);
    else typed.push(key);
    wanted = undefined;
  };
  const press = (_: unknown, key: Pressed) => arrive(nameOf(key));
  const resize = () => arrive("resized");
  const end = () => arrive("closed");
  const die = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal]);

  process.on("exit", restore);
  for (const signal of signals) process.on(signal, die);
  emitKeypressEvents(stdin);
  stdin.on("keypress", press).on("end", end).on("error", end);
  stdout.on("resize", resize);
  stdin.setRawMode(true);
  stdin.resume();
  stdout.write(ENTER);

  return {
    size: () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 }),
    show(rows) {
      if (typed.length > 0) return;
      const drawn = rows.map((row, index) => `\x1b[${index + 1};1H\x1b[2K${row}`).join("");
      const below = rows.length < stdout.rows ? `\x1b[${rows.length + 1};1H\x1b[J` : "";
      stdout.write(drawn + below);
    },
    async key() {
      const next = typed.shift();
      if (next !== undefined) return next;
      return new Promise((resolve) => {
        wanted = resolve;
      });
    },
    close() {
      stdin.off("keypress", press).off("end", end).off("error", end);
      stdin.pause();
      stdout.off("resize", resize);
      for (const signal of signals) process.off(signal, die);
      process.off("exit", restore);
      restore();
    },
  };
}

/** What Node tells of a key. */
type Pressed = { name?: string; sequence?: string; ctrl: boolean };

function nameOf({ name, sequence = "", ctrl }: Pressed): string {
  if (ctrl) return `ctrl+${name}`;
  return /^[!-~]$/.test(sequence) ? sequence : (name ?? sequence);
}

function restore(): void {
  try {
    process.stdin.setRawMode(false);
    writeSync(process.stdout.fd, LEAVE);
  } catch {
    // there is no terminal any more
  }
}
