import { spawn } from "node:child_process";

export type Pager = { command: string; args: string[]; shell: boolean };

export type Screen = { isTTY?: boolean; rows?: number };

/** $PAGER or less, for what does not fit a terminal. None when $PAGER is empty or cat, and none on Windows unless set. */
export function choosePager(
  rows: string[],
  screen: Screen,
  { env, platform }: { env: NodeJS.ProcessEnv; platform: NodeJS.Platform },
): Pager | undefined {
  if (!screen.isTTY || env.TERM === "dumb") return undefined;
  if (rows.length < (screen.rows ?? Number.POSITIVE_INFINITY)) return undefined;
  const wanted = env.PAGER?.trim();
  if (wanted === "" || wanted === "cat") return undefined;
  if (wanted) return { command: wanted, args: [], shell: true };
  if (platform === "win32") return undefined;
  return { command: "less", args: ["-FRX"], shell: false };
}

/** Resolves when the reader leaves the pager, however early. False when there is no such pager. */
export function page(text: string, { command, args, shell }: Pager): Promise<boolean> {
  return new Promise((settle) => {
    const child = spawn(command, args, { shell, stdio: ["pipe", "inherit", "inherit"] });
    // Ctrl+C is the pager's
    const stay = () => {};
    process.on("SIGINT", stay);
    const end = (shown: boolean) => {
      process.off("SIGINT", stay);
      settle(shown);
    };
    child.once("error", () => end(false));
    // 126 and 127 are a shell's words for what it cannot run
    child.once("close", (code) => end(code !== 126 && code !== 127));
    child.stdin.on("error", () => {});
    child.stdin.end(text);
  });
}
