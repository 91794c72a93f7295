import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

type Process = { id: number; group: number; state: string };

/** The dead that nobody has buried yet do not count. */
export function lives(id: number): boolean {
  return living().some((process) => process.id === id);
}

export function livingMembers(group: number): number[] {
  return living()
    .filter((process) => process.group === group)
    .map(({ id }) => id);
}

function living(): Process[] {
  const all = process.platform === "linux" ? fromProc() : fromPs();
  return all.filter(({ state }) => !/^[ZX]/.test(state));
}

function fromProc(): Process[] {
  return readdirSync("/proc").flatMap((id) => {
    try {
      const [, state = "", group] =
        /^.*\) (\S+) \S+ (\d+)/s.exec(readFileSync(`/proc/${id}/stat`, "utf8")) ?? [];
      return [{ id: Number(id), group: Number(group), state }];
    } catch {
      return [];
    }
  });
}

function fromPs(): Process[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,pgid=,stat="], { encoding: "utf8" });
  return lines.split("\n").map((line) => {
    const [id, group, state = ""] = line.trim().split(/\s+/);
    return { id: Number(id), group: Number(group), state };
  });
}
