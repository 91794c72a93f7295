import { spawn } from "node:child_process";
import { constants } from "node:os";

export type Pager = { command: string; args: string[]; shell: boolean };

export type Screen = { isTTY?: boolean; rows?: number };

/** $PAGER or less, for what does not fit a terminal; the course's own on Windows. None when $PAGER is empty or cat. */
export function choosePager(
  rows: string[],
  screen: Screen,
  { env, platform }: { env: NodeJS.ProcessEnv; platform: NodeJS.Platform },
): Pager | "own" | undefined {
  if (!screen.isTTY || env.TERM === "dumb") return undefined;
  if (rows.length < (screen.rows ?? Number.POSITIVE_INFINITY)) return undefined;
  const wanted = env.PAGER?.trim();
  if (wanted === "" || wanted === "cat") return undefined;
  if (wanted) return { command: wanted, args: [], shell: true };
  if (platform === "win32") return "own";
  return { command: "less", args: ["-FRX"], shell: false };
}

/** Resolves when the reader leaves the pager, however early. False when there is no such pager. */
export function page(text: string, { command, args, shell }: Pager): Promise<boolean> {
  return new Promise((settle) => {
    const child = spawn(command, args, { shell, stdio: ["pipe", "inherit", "inherit"] });
    let ended: NodeJS.Signals | undefined;
    // Ctrl+C is the pager's
    const stay = () => {};
    const handOn = (signal: NodeJS.Signals) => {
      ended = signal;
      child.kill(signal);
    };
    process.on("SIGINT", stay).on("SIGTERM", handOn).on("SIGHUP", handOn);
    const end = (shown: boolean) => {
      process.off("SIGINT", stay).off("SIGTERM", handOn).off("SIGHUP", handOn);
      if (ended) process.exit(128 + constants.signals[ended]);
      settle(shown);
    };
    child.once("error", () => end(false));
    // 126 and 127 are a shell's words for what it cannot run
    child.once("close", (code) => end(code !== 126 && code !== 127));
    child.stdin.on("error", () => {});
    child.stdin.end(text);
  });
}
