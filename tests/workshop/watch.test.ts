import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { deep } from "../support/deep.ts";
import { cleanEnvironment } from "../support/run-one-turn.ts";
import { makeClone } from "./clone.ts";

const clone = makeClone();
const running: ChildProcess[] = [];
afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
  clone.remove();
});

it.runIf(deep)(
  "checks again after each save, what is right and what is wrong, until Ctrl+C",
  { timeout: 240_000 },
  async () => {
    await clone.workshop("start", "03");
    const name = (path: string) => join(clone.root, "workshop", "03-events", path);
    const solution = (path: string) =>
      readFileSync(join(clone.root, "chapters", "03-events", path), "utf8");
    const built = [
      "agent.ts",
      "session.ts",
      "normalize-agent-event.ts",
      "tools/registry.ts",
      "main.ts",
    ];
    const watched = watch();
    // not all of them
    await watched.until(/✗ 03-events: (\d+) of (?!\1 )[\s\S]*Waiting for a save/);
    for (const path of built) writeFileSync(name(path), solution(path));
    await watched.until(/✓ 03-events: (\d+) of \1 tests pass[\s\S]*Waiting for a save/);
    const agent = solution("agent.ts");
    writeFileSync(name("agent.ts"), agent.replace("text: message })", 'text: "no" })'));
    await watched.until(/✗ 03-events[\s\S]*assistant\.message no[\s\S]*Waiting for a save/);
    writeFileSync(name("agent.ts"), `${agent}\nfor (;;) {}\n`);
    await watched.until(/did not come back[\s\S]*Waiting for a save/);
    // each run has its own globals, though the next one is made ready before the save
    const once = `${agent}\nif ("loaded" in globalThis) throw new Error("loaded before");\nObject.assign(globalThis, { loaded: true });\n`;
    for (const text of [once, `${once}\n`, agent]) {
      writeFileSync(name("agent.ts"), text);
      await watched.until(/✓ 03-events: (\d+) of \1 tests pass[\s\S]*Waiting for a save/);
    }
    // nor does it matter what else lies there, or that the system has ended the tests in between
    symlinkSync("loop", name("loop"));
    execFileSync("pkill", ["-KILL", "-P", `${watched.child.pid}`]);
    writeFileSync(name("agent.ts"), `${agent}\n`);
    await watched.until(/✓ 03-events: (\d+) of \1 tests pass[\s\S]*Waiting for a save/);
    watched.child.kill("SIGINT");
    expect(await watched.ended).toBe(0);
  },
);

function watch() {
  const program = join(clone.root, "shared/course/one-turn.cjs");
  const child = spawn(process.execPath, [program, "workshop", "check", "03", "--watch"], {
    ...{ cwd: clone.root, env: cleanEnvironment(), stdio: ["ignore", "pipe", "inherit"] },
  });
  running.push(child);
  let said = "";
  let heard = () => {};
  child.stdout?.setEncoding("utf8").on("data", (text) => {
    said += text;
    heard();
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  /** What was said until then is not looked at again. */
  const until = async (pattern: RegExp) => {
    while (!pattern.test(said)) {
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    }
    said = "";
  };
  return { child, ended, until };
}
