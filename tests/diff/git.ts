import { spawnSync } from "node:child_process";

/** Path below the second folder, or below the first for what is gone, to lines added and removed. */
export function gitNumstat(before: string, after: string): Record<string, string> {
  const args = ["diff", "--no-index", "--numstat", "-z", before, after];
  const { stdout, stderr } = spawnSync("git", args, {
    encoding: "utf8",
    maxBuffer: 1e9,
    // no settings of the one who runs the tests
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  });
  if (stderr) throw new Error(stderr);
  const found: Record<string, string> = {};
  const parts = stdout.split("\0");
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [counts = "", old = "", now = ""] = parts.slice(at, at + 3);
    const path = now === "/dev/null" ? old.slice(before.length + 1) : now.slice(after.length + 1);
    found[path] = counts.trim();
  }
  return found;
}
