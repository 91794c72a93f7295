import { spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deep } from "../support/deep.ts";
import { runNode } from "../support/run-one-turn.ts";

const clone = resolve(import.meta.dirname, "../..");
let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "one-turn-test-"));
  mkdirSync(join(root, "tests"));
  mkdirSync(join(root, ".ci"));
  cpSync(join(clone, ".ci/run"), join(root, ".ci/run"));
  symlinkSync(join(clone, "node_modules"), join(root, "node_modules"), "junction");
  write("package.json", '{ "type": "module", "scripts": { "test:all": "sh run.sh" } }');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

it("counts what passed, failed, was skipped, did not load, failed outside of a test or was picked out", async () => {
  write(
    "tests/some.test.ts",
    `${vitest} it("a", () => {}); it("b", () => { throw 1; }); it.skip("c", () => {});`,
  );
  write("tests/broken.test.ts", 'import "./gone.ts";');
  write("tests/hook.test.ts", `${vitest} beforeAll(() => { throw 1; }); it("d", () => {});`);
  write(
    "tests/late.test.ts",
    `${vitest} it("e", () => {}); setTimeout(() => { throw new Error("late"); }); it("f", () => new Promise((resolve) => setTimeout(resolve, 50)));`,
  );
  write("tests/only.test.ts", `${vitest} it.only("g", () => {}); it("h", () => {});`);
  // passed: a, e, f; failed: b, the two that do not load or set up, late, g; skipped: c, d, h
  expect(await lastLine([])).toEqual({ code: 1, line: "3 passed, 5 failed, 3 skipped" });
});

it.runIf(deep)("counts what passed alone, and what was never there as failed", async () => {
  write("tests/some.test.ts", `${vitest} it("a", () => {}); it("b", () => { throw 1; });`);
  expect(await lastLine(["some", "-t", "a"])).toEqual({
    code: 0,
    line: "1 passed, 0 failed, 1 skipped",
  });
  expect(await lastLine(["no-such-file"])).toEqual({ code: 1, line: "0 passed, 1 failed" });
});

describe.runIf(process.platform !== "win32")("ends with the numbers and the exit code", () => {
  beforeEach(() => {
    mkdirSync(join(root, "bin"));
    program("npx", "echo 02-tools is as it should be; echo 03-events is as it should be");
  });

  /** In the place of one that takes longer to start than all the rest. */
  function program(name: string, script: string): void {
    write(`bin/${name}`, `#!/bin/sh\n${script}\n`);
    chmodSync(join(root, "bin", name), 0o755);
  }

  it.each([
    ["passes", "echo 3 passed, 0 failed", 0, "5 passed, 0 failed"],
    ["skips", "echo 3 passed, 0 failed, 2 skipped", 0, "5 passed, 0 failed"],
    ["fails", "echo 2 passed, 1 failed; echo npm chatter; exit 3", 3, "4 passed, 1 failed"],
    ["dies before its first test", "exit 9", 9, "2 passed, 1 failed"],
    ["dies after its summary", "echo 2 passed, 0 failed; exit 4", 4, "4 passed, 1 failed"],
    ["says nothing", "", 1, "2 passed, 1 failed"],
  ])("of a run that %s", async (_, script, code, line) => {
    program("npm", `[ "$*" = "run test:all" ] || exit 99\n${script}`);
    expect(await runCi()).toEqual({ code, line });
  });

  it.each([
    ["finds a problem", "echo 02-tools has 1 problems:; exit 1", 1, "3 passed, 1 failed"],
    ["dies", "echo 02-tools is as it should be; exit 7", 7, "4 passed, 1 failed"],
  ])("of a gate that %s", async (_, script, code, line) => {
    program("npm", "echo 3 passed, 0 failed");
    program("npx", `[ "$*" = "one-turn workshop gate" ] || exit 99\n${script}`);
    expect(await runCi()).toEqual({ code, line });
  });

  it("of the real npm", async () => {
    write("run.sh", "echo 2 passed, 1 failed; exit 3");
    expect(await runCi()).toEqual({ code: 3, line: "4 passed, 1 failed" });
  });
});

const vitest = 'import { beforeAll, it } from "vitest";';

async function lastLine(
  args: string[],
): Promise<{ code: number | null; line: string | undefined }> {
  const program = join(clone, "node_modules/vitest/vitest.mjs");
  const config = join(clone, "tests/vitest.all.config.ts");
  const where = ["--config", config, "--root", root, "--maxWorkers=1"];
  const ran = await runNode([program, "run", ...where, ...args]);
  return { code: ran.code, line: ran.stdout.trimEnd().split("\n").at(-1) };
}

function runCi(): Promise<{ code: number | null; line: string | undefined }> {
  const env = { ...process.env, PATH: `${join(root, "bin")}:${process.env.PATH}` };
  const stdio: ["ignore", "pipe", "ignore"] = ["ignore", "pipe", "ignore"];
  const child = spawn("bash", [join(root, ".ci/run")], { env, stdio });
  let stdout = "";
  child.stdout.on("data", (text) => {
    stdout += text;
  });
  return new Promise((settle) => {
    child.once("close", (code) => settle({ code, line: stdout.trimEnd().split("\n").at(-1) }));
  });
}

function write(path: string, text: string): void {
  writeFileSync(join(root, path), text);
}
