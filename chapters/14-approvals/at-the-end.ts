import { constants } from "node:os";

const FATAL_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/** Runs when the program ends: by itself, by an exception, or by a signal, which is then its exit code (128 and more). */
export function atTheEnd(restore: () => void): void {
  process.once("exit", restore);
  for (const name of FATAL_SIGNALS) {
    process.on(name, () => process.exit(128 + constants.signals[name]));
  }
}
