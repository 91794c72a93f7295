import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { bundleProgram } from "../../shared/course/bundle.cjs";
import { projectRoot } from "../../shared/course/project-root.ts";
import { livingMembers } from "./living.ts";
import { makeWorkspace } from "./make-workspace.ts";

/** Runs a program that starts a command and ends in this way: its exit code, and the command's group. */
async function endBy(ending: string, root: string) {
  const program = bundleProgram(projectRoot(), "tests/02-tools/program-with-command.ts");
  const child = spawn(process.execPath, [program, root, ending], { stdio: "ignore" });
  const [code] = await once(child, "exit");
  const leader = Number(readFileSync(join(root, "leader"), "utf8"));
  onTestFinished(() => {
    for (const id of livingMembers(leader)) process.kill(id, "SIGKILL");
  });
  return { code, leader };
}

it.skipIf(process.platform === "win32")(
  "CAN-01 no command outlives the program, however it ends",
  async () => {
    const endings = { exit: 3, crash: 1, SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
    const programs = Object.keys(endings).map((ending) => endBy(ending, makeWorkspace()));
    const ended = await Promise.all(programs);
    expect(ended.map(({ code }) => code)).toEqual(Object.values(endings));
    // a killed process takes a moment to die
    await vi.waitFor(() => {
      expect(ended.flatMap(({ leader }) => livingMembers(leader))).toEqual([]);
    }, 5000);
  },
);
