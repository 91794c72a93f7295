import { readdirSync, readFileSync } from "node:fs";

/**
 * The process groups of a command's session in which something lives. On Linux /proc tells them, and a
 * zombie from the living; elsewhere only the group of the shell itself is known.
 */
export function livingGroups(shell: number): number[] {
  if (process.platform === "linux") {
    const groups = readdirSync("/proc").map((id) => groupWithin(id, shell));
    return [...new Set(groups)].filter((group) => group !== undefined);
  }
  try {
    process.kill(-shell, 0);
    return [shell];
  } catch {
    return [];
  }
}

/** Reads "id (name) state parent group session …"; the name may hold anything. */
function groupWithin(id: string, shell: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    const [state = "", , group, session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const lives = !"ZX".includes(state);
    return lives && session === String(shell) ? Number(group) : undefined;
  } catch {
    return undefined;
  }
}
