import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { commands } from "../support/commands.ts";
import { deep } from "../support/deep.ts";
import { runOneTurnAgain } from "../support/run-again.ts";
import { runOneTurn } from "../support/run-one-turn.ts";

const modelError: [number, string[]] = [1, ["trace", "02", "--scenario", "model-error"]];

/** What a learner starts, in a process of its own. Most other tests ask one that has run others before. */
it.each([
  [1, ["fly"]],
  [0, ["trace", "02", "--scenario", "read-file"]],
  ...(deep ? [modelError] : []),
  [0, ["diff", "02", "01", "--trace"]],
  [1, ["rehearsal", "--port", "abc"]],
  [1, ["walkthrough", "--check", "--sync"]],
  [0, ["carry", "--check"]],
])("ends with %i, the same in every process: %j", async (code, args) => {
  const own = await runOneTurn(args);
  expect(own.code).toBe(code);
  expect(await runOneTurnAgain(args)).toEqual(own);
});

it("shows its commands when it is asked for nothing, or for help", async () => {
  for (const args of [[], ["--help"], ["help"]]) {
    const { code, stdout, stderr } = await runOneTurnAgain(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const listed = [...stdout.matchAll(/^ {2}(\w+) .*/gm)].map(([, name]) => name);
    expect(listed.filter((name) => name !== "help")).toEqual(commands);
  }
});

it.each([
  [["fly"], `unknown command 'fly'. Commands: ${commands.join(", ")}.`],
  [["strat"], `unknown command 'strat' (Did you mean start?). Commands: ${commands.join(", ")}.`],
  [["--fly"], "unknown option '--fly'. See one-turn --help."],
  [["trace"], "missing required argument 'chapter'. See one-turn trace --help."],
  [
    ["workshop", "start"],
    "missing required argument 'chapter'. See one-turn workshop start --help.",
  ],
  [["workshop", "check", "--fly"], "unknown option '--fly'. Options: --watch."],
  [["workshop", "list", "--fly"], "unknown option '--fly'. See one-turn workshop list --help."],
])("refuses %j in one line", async (args, line) => {
  expect(await runOneTurnAgain(args)).toEqual({
    code: 1,
    stdout: "",
    stderr: `one-turn: ${line}\n`,
  });
});

it("shows the commands of a group that is named alone", async () => {
  const { code, stdout, stderr } = await runOneTurnAgain(["workshop"]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  expect(stderr).toMatch(/^Usage: one-turn workshop .*[\s\S]*\n {2}help \[command\] .*\n$/);
});

it("lists the options of a command that is given an unknown one", async () => {
  const { code, stdout, stderr } = await runOneTurnAgain(["trace", "02", "hi", "--jsn"]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(
    /^one-turn: unknown option '--jsn' \(Did you mean --json\?\)\. Options: --scenario, --json, .*\.\n$/,
  );
});

it("shows where an error comes from only when it is asked to, in any folder", async () => {
  const env = { ONE_TURN_DEBUG: "1" };
  const cwd = resolve(import.meta.dirname, "../support");
  const { code, stderr } = await runOneTurn(["start", "99"], { env, cwd });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^one-turn: Error: No chapter "99"/);
  expect(stderr).toMatch(/chapters\.ts:\d+:\d+/);
});

it("ends quietly when nobody reads on", async () => {
  const program = resolve(import.meta.dirname, "../../shared/course/one-turn.cjs");
  const child = spawn(process.execPath, [program, "start"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  let stderr = "";
  child.stderr.on("data", (text) => {
    stderr += text;
  });
  const code = await new Promise((settle) => child.once("close", settle));
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});
