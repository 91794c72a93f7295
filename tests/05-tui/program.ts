import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import type { Scenario, ScriptedResponse } from "../../shared/rehearsal/scenario.ts";
import { startRehearsal } from "../../shared/rehearsal/server.ts";
import { packedProgram } from "../support/packed-program.ts";
import {
  type Modes,
  type OpenedTerminal,
  openTerminal,
  type TerminalOptions,
} from "../support/terminal.ts";
import { writeWorkspace } from "../support/trace.ts";

export const chapter = "05-tui";

/** For what comes in the end, on a machine that has more to do. */
export const patiently = { timeout: 30_000 };

/** The status line at 80 columns: at the end of the transcript, and scrolled up. */
export const WORKING =
  "── working ────────────────────────────────────── PgUp scrolls · Ctrl+C quits ──";
export const READY =
  "── ready ──────────────────────────────────────── PgUp scrolls · Ctrl+C quits ──";
export const UP =
  "── ready ───────────────────────────────────────────────────── Esc to the end ──";

/** What a terminal is like before a program was there, and after it. */
export const untouched: Modes = {
  screen: "main",
  cursor: "shown",
  wraps: true,
  marksPastes: false,
  tellsOfTheMouse: false,
};

/** What Node needs to run a program. */
export function programArgs(entry = `chapters/${chapter}/main.ts`): string[] {
  return [packedProgram(entry)];
}

/** Prints, waits until there is a file named "go", and prints again: nothing depends on time. */
export const heldCommand = "echo first; while [ ! -e go ]; do sleep 0.05; done; echo second";

export function turn(...responses: ScriptedResponse[]): Scenario {
  return { name: "own", shows: "", from: 5, user: "", responses };
}

type ProgramOptions = Omit<TerminalOptions, "args" | "program"> & {
  scenario: Scenario;
  /** Of the program; that of chapter 05 without one. */
  entry?: string;
  args?: string[];
  /** What a shell does before the program starts. */
  before?: string;
  /** What follows the program's name in the shell's line. */
  redirected?: string;
};

export type OpenedProgram = {
  terminal: OpenedTerminal;
  /** What the user has sent so far, as the model hears it, turn by turn. */
  heard(): string[];
  /** Which answer comes from now on. */
  play(scenario: Scenario): void;
  /** Lets the held command finish. */
  go(): Promise<void>;
  /** The workspace. */
  cwd: string;
};

const opened: { close(): unknown }[] = [];

export async function closePrograms(): Promise<void> {
  for (const each of opened.splice(0)) await each.close();
}

/** The real program, started from a shell in a terminal, with a real server. */
export async function openProgram(options: ProgramOptions): Promise<OpenedProgram> {
  const { scenario, entry, args = [], ...rest } = options;
  const rehearsal = await startRehearsal({ scenario });
  const cwd = await writeWorkspace(scenario.files ?? {});
  const terminal = openFromShell([...programArgs(entry), "--allow-commands", ...args], {
    ...rest,
    cwd,
    env: { OPENAI_BASE_URL: rehearsal.url, OPENAI_API_KEY: "any", ...rest.env },
  });
  const go = () => writeFile(join(cwd, "go"), "");
  // a program that is killed leaves its command running, and this one waits for a file
  opened.push(rehearsal, { close: go });
  return {
    terminal,
    cwd,
    heard: () => userTexts(rehearsal.requests.at(-1)),
    play: rehearsal.play,
    go,
  };
}

/** The shell says how the program ended, and whether the terminal is as it was before: its echo, its lines, its keys. */
export function openFromShell(
  args: string[],
  { before = "", redirected = "", ...options }: Omit<ProgramOptions, "scenario" | "entry" | "args">,
): OpenedTerminal {
  const script = [
    before,
    "before=$(stty -g)",
    `"$0" "$@" ${redirected}`,
    'echo "ended with $?"',
    '[ "$(stty -g)" = "$before" ] || stty -a',
    // a terminal that nobody holds open is gone with what has not been read yet
    "read -r _",
  ];
  const terminal = openTerminal({
    ...options,
    program: "/bin/sh",
    args: ["-c", script.filter(Boolean).join("\n"), process.execPath, ...args],
  });
  opened.push(terminal);
  return terminal;
}

function userTexts(request: unknown): string[] {
  const { input = [] } = Object(request) as { input?: { role?: string; content?: string }[] };
  return input.filter(({ role }) => role === "user").map(({ content = "" }) => content);
}

/**
 * The whole window as it is in the end; on the way there it may be half drawn. What is above stands at its upper edge,
 * what is below at the lower one, and nothing between them. How long a command ran is "0.0 s", and a letter with its
 * accent is the same in one character or in two.
 */
export async function shows(
  terminal: OpenedTerminal,
  above: string[],
  below: string[],
): Promise<void> {
  const window = async () =>
    (await terminal.screen()).map((row) => row.replace(/\d+\.\d s$/, "0.0 s").normalize());
  const { length } = await terminal.screen();
  const between = Array.from({ length: length - above.length - below.length }, () => "");
  const rows = [...above, ...between, ...below].map((row) => row.normalize());
  // an expectation that fails costs more than a look at the window
  const end = Date.now() + patiently.timeout;
  while (!isDeepStrictEqual(await window(), rows) && Date.now() < end) await setTimeout(30);
  expect(await window()).toEqual(rows);
}

/** All that it said is there. */
export async function untilEnded(terminal: OpenedTerminal): Promise<void> {
  await terminal.waitFor(/^ended with/);
  terminal.type("\n");
  await terminal.exitCode;
}

/** The program has ended with this code, said this on its way, and left the terminal as it was. */
export async function endedWith(
  terminal: OpenedTerminal,
  code: number,
  ...said: string[]
): Promise<void> {
  await untilEnded(terminal);
  expect(await terminal.everything()).toEqual([...said, `ended with ${code}`]);
  expect(await terminal.modes()).toEqual(untouched);
}

/** The same, and what was said in the window stands above, as plain lines. */
export async function endedAfter(
  terminal: OpenedTerminal,
  code: number,
  ...said: string[]
): Promise<void> {
  await untilEnded(terminal);
  const lines = await terminal.everything();
  expect(lines.slice(0, said.length)).toEqual(said);
  expect(lines.at(-1)).toBe(`ended with ${code}`);
  expect(await terminal.modes()).toEqual(untouched);
}

const ESC = "\\x1b\\[";
const PLACE = `${ESC}\\d+;\\d+H`;
/** Bold, underlined, the colours of the chapter, and their ends. */
const STYLE = `${ESC}(?:1|22|4|24|3[1-6]|39|90)m`;
/** Nothing that a terminal obeys, and nothing that can't be seen but what holds characters together. */
const LETTER = "(?![\\p{Cc}\\p{Zl}\\p{Zp}]|(?![\\u200d\\p{VS}])\\p{DI}).";
const ROW = `${PLACE}${ESC}K(?:${STYLE}|${LETTER})*${ESC}m`;
const CURSOR_SHOWN = `${ESC}\\?12l${ESC}\\?25h`;
const FRAME = `${ESC}\\?2026h${ESC}\\?25l(?:${ESC}H${ESC}2J)?(?:${ROW})*${PLACE}(?:${STYLE}|${LETTER})*${ESC}m${CURSOR_SHOWN}${ESC}\\?2026l`;
const BEGINNING = `${["1049h", "7l", "2004h", "1000h", "1006h"].map((mode) => `${ESC}\\?${mode}`).join("")}`;
const END = `${["2004l", "1000l", "1006l", "7h"].map((mode) => `${ESC}\\?${mode}`).join("")}${CURSOR_SHOWN}${ESC}\\?1049l`;

/**
 * What a program sent to a terminal, from the first thing on that is not the window's own: it opens, draws frames of
 * rows, and closes. A sequence in the wrong place is as foreign as one that the window does not use.
 */
export function foreign(sent: string): string {
  const [own = ""] = new RegExp(`^${BEGINNING}(?:${FRAME})*(?:${END})?`, "u").exec(sent) ?? [];
  return sent.slice(own.length);
}

/** The sequences for colours and weights in what was sent, each one once. */
export function styles(sent: string): string[] {
  return [...new Set(sent.match(new RegExp(`${ESC}[\\d;:]*m`, "g")))];
}
