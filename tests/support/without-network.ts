import { spawnSync } from "node:child_process";
import { type Ran, type RunOptions, runCommand } from "./run-one-turn.ts";

/** Whether this machine lets a program have a network of its own, with nobody in it. */
export const canCutOff = tryToCutOff();

function tryToCutOff(): boolean {
  return spawnSync("unshare", ["-rn", "ip", "link", "set", "lo", "up"]).status === 0;
}

/** A program that reaches 127.0.0.1 and nothing else; not even that without `loopback`. */
export function runCutOff(
  command: string[],
  { loopback = true, ...options }: RunOptions & { loopback?: boolean } = {},
): Promise<Ran> {
  const up = loopback ? "ip link set lo up && " : "";
  return runCommand("unshare", ["-rn", "sh", "-c", `${up}exec "$@"`, "sh", ...command], options);
}
