import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { runOneTurn } from "../support/run-one-turn.ts";

const commands = ["start", "trace", "diff", "rehearsal", "walkthrough", "carry"];

it("shows its commands when it is asked for nothing, or for help", async () => {
  for (const args of [[], ["--help"], ["help"]]) {
    const { code, stdout, stderr } = await runOneTurn(args);
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
])("refuses %j in one line", async (args, line) => {
  expect(await runOneTurn(args)).toEqual({ code: 1, stdout: "", stderr: `one-turn: ${line}\n` });
});

it("lists the options of a command that is given an unknown one", async () => {
  const { code, stdout, stderr } = await runOneTurn(["trace", "02", "hi", "--jsn"]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(
    /^one-turn: unknown option '--jsn' \(Did you mean --json\?\)\. Options: --scenario, --json, .*\.\n$/,
  );
});

it("shows where an error comes from only when it is asked to", async () => {
  const env = { ONE_TURN_DEBUG: "1" };
  const { code, stderr } = await runOneTurn(["start", "99"], { env });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^one-turn: Error: No chapter "99"/);
  expect(stderr).toMatch(/chapters\.ts:\d+:\d+/);
});

it("works from any folder", async () => {
  const cwd = resolve(import.meta.dirname, "../support");
  expect((await runOneTurn(["--help"], { cwd })).code).toBe(0);
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
