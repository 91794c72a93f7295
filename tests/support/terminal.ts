import { spawn } from "@lydell/node-pty";
import headless from "@xterm/headless";

export type TerminalOptions = {
  /** Node's, unless another program is named. */
  args: string[];
  program?: string;
  columns?: number;
  rows?: number;
  env?: Record<string, string>;
  cwd?: string;
};

export type OpenedTerminal = {
  /** As from a keyboard: "\r" is the Enter key. */
  type(text: string): void;
  /** The rows of the window as a person sees them now, without the blanks at their ends. */
  screen(): Promise<string[]>;
  /** The same with what has scrolled away, and without the empty rows below. */
  everything(): Promise<string[]>;
  /** Row and column of the cursor in the window, from 0. */
  cursor(): Promise<{ row: number; column: number }>;
  /** What stands in the row of the cursor, up to it. */
  leftOfCursor(): Promise<string>;
  /** How the first letter of this text looks, in the first row that has it: "bold cyan", or "" like any other. */
  style(text: string): Promise<string>;
  /** What a program may leave switched on. */
  modes(): Promise<Modes>;
  /** Resolves when the text stands in the window, in one row. Rejects with the window after 20 seconds. */
  waitFor(text: string | RegExp): Promise<void>;
  resize(columns: number, rows: number): Promise<void>;
  /** Everything that the program has sent so far. */
  sent(): string;
  /** Ends the program if it still runs. */
  close(signal?: string): void;
  /** 128 and more when a signal ended it. */
  exitCode: Promise<number>;
};

export type Modes = {
  screen: "main" | "alternate";
  cursor: "shown" | "hidden";
  wraps: boolean;
  marksPastes: boolean;
  tellsOfTheMouse: boolean;
};

/** The first eight colours of a terminal, and the first of the bright ones. */
const colors = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "gray"];

/** A real program in a real pseudo-terminal, with a terminal emulator that reads what it draws. */
export function openTerminal(options: TerminalOptions): OpenedTerminal {
  const { program = process.execPath, args, columns = 80, rows = 24, cwd, env = {} } = options;
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(program, args, {
    cols: columns,
    rows,
    cwd,
    env: { PATH, HOME, LANG: "C.UTF-8", TERM: "xterm-256color", ...env },
  });
  const emulator = new headless.Terminal({ cols: columns, rows, allowProposedApi: true });
  let sent = "";
  let running = true;
  child.onData((text) => {
    sent += text;
    emulator.write(text);
  });
  // a terminal answers some questions of a program
  emulator.onData((text) => running && child.write(text));
  const exitCode = new Promise<number>((resolve) =>
    child.onExit((exit) => {
      running = false;
      resolve(exit.signal ? 128 + exit.signal : exit.exitCode);
    }),
  );
  const drawn = () => new Promise<void>((resolve) => emulator.write("", resolve));
  const readRows = (first: number, end: number) => {
    const { active } = emulator.buffer;
    const places = Array.from({ length: end - first }, (_, index) => first + index);
    // a row that was longer before the window got narrower still has its end, out of sight
    const read = (place: number) =>
      active.getLine(place)?.translateToString(true, 0, emulator.cols);
    return places.map((place) => read(place)?.trimEnd() ?? "");
  };
  const screen = async () => {
    await drawn();
    const { baseY } = emulator.buffer.active;
    return readRows(baseY, baseY + emulator.rows);
  };

  return {
    screen,
    exitCode,
    type: (text) => child.write(text),
    sent: () => sent,
    async everything() {
      await drawn();
      const lines = readRows(0, emulator.buffer.active.length);
      return lines.slice(0, lines.findLastIndex((line) => line !== "") + 1);
    },
    async cursor() {
      await drawn();
      const { cursorX, cursorY } = emulator.buffer.active;
      return { row: cursorY, column: cursorX };
    },
    async leftOfCursor() {
      await drawn();
      const { active } = emulator.buffer;
      const line = active.getLine(active.baseY + active.cursorY);
      return line?.translateToString(false, 0, active.cursorX) ?? "";
    },
    async style(text) {
      const rows = await screen();
      const y = rows.findIndex((row) => row.includes(text));
      const { active } = emulator.buffer;
      const line = active.getLine(active.baseY + y);
      const cell = line?.getCell(rows[y]?.indexOf(text) ?? 0);
      if (!cell) throw new Error(`"${text}" is not there:\n${rows.join("\n")}`);
      return [
        cell.isBold() && "bold",
        cell.isUnderline() && "underlined",
        cell.isInverse() && "inverse",
        cell.isInvisible() && "invisible",
        cell.isFgPalette() && colors[cell.getFgColor()],
      ]
        .filter(Boolean)
        .join(" ");
    },
    async modes() {
      await drawn();
      const { modes, buffer } = emulator;
      return {
        screen: buffer.active.type === "normal" ? "main" : "alternate",
        cursor: sent.lastIndexOf("\x1b[?25l") > sent.lastIndexOf("\x1b[?25h") ? "hidden" : "shown",
        wraps: modes.wraparoundMode,
        marksPastes: modes.bracketedPasteMode,
        tellsOfTheMouse: modes.mouseTrackingMode !== "none",
      };
    },
    async waitFor(text) {
      const end = Date.now() + 20_000;
      const isThere = (line: string) =>
        typeof text === "string" ? line.includes(text) : text.test(line);
      for (;;) {
        const lines = await screen();
        if (lines.some(isThere)) return;
        if (Date.now() > end) throw new Error(`${text} never came:\n${lines.join("\n")}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async resize(toColumns, toRows) {
      await drawn();
      emulator.resize(toColumns, toRows);
      child.resize(toColumns, toRows);
    },
    close(signal = "SIGKILL") {
      if (running) child.kill(signal);
    },
  };
}
