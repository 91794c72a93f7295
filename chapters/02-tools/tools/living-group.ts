import { readdirSync, readFileSync } from "node:fs";

/**
 * Whether a process of the group lives. A zombie still takes a signal, and in a container nobody may ever
 * reap it: on Linux only /proc tells it from the living.
 */
export function groupLives(leader: number): boolean {
  try {
    process.kill(-leader, 0);
    if (process.platform !== "linux") return true;
    return readdirSync("/proc").some((id) => isLivingMember(id, leader));
  } catch {
    return false;
  }
}

/** Reads "id (name) state parent group …"; the name may hold anything. */
function isLivingMember(id: string, leader: number): boolean {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    const [state = "", , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return group === String(leader) && !"ZX".includes(state);
  } catch {
    return false;
  }
}
