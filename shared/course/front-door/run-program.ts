import { spawn } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../project-root.ts";

// pastes that are marked, the mouse, no cursor, rows that are cut off, and colours
const OFF = "\x1b[?2004l\x1b[?1000l\x1b[?1006l\x1b[?25h\x1b[?7h\x1b[0m";

/** Another command of one-turn, in this terminal. Its exit code, 128 and more when a signal ended it. */
export function runProgram(args: string[]): Promise<number> {
  const program = join(projectRoot(), "shared", "course", "one-turn.cjs");
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: "inherit" });
    let ended: NodeJS.Signals | undefined;
    // Ctrl+C reaches the program by itself
    const ignore = () => {};
    const handOn = (signal: NodeJS.Signals) => {
      ended = signal;
      child.kill(signal);
    };
    process.on("SIGINT", ignore).on("SIGTERM", handOn).on("SIGHUP", handOn);
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      process.off("SIGINT", ignore).off("SIGTERM", handOn).off("SIGHUP", handOn);
      const result = code ?? 128 + (signal ? constants.signals[signal] : 0);
      if (result >= 128) switchOff();
      if (ended) process.exit(128 + constants.signals[ended]);
      resolve(result);
    });
  });
}

/** What a program that was ended at once could not take back. The other screen is left with the ladder. */
function switchOff(): void {
  if (process.stdout.isTTY) process.stdout.write(OFF);
}
