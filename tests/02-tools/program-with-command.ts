import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runCommand } from "../../chapters/02-tools/tools/run-command.ts";

/** Run as a program of its own: starts a command that would run on, then ends as it is told to. */
const [workspaceRoot = "", ending = ""] = process.argv.slice(2);
void runCommand(workspaceRoot).call({
  command: "trap '' TERM HUP INT; echo $$ > leader; sleep 30 & echo $! > child; wait; sleep 30",
});
while (!existsSync(join(workspaceRoot, "child"))) await sleep(10);

if (ending === "exit") process.exit(3);
if (ending === "crash") throw new Error("a crash");
process.kill(process.pid, ending);
