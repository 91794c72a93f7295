import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runNode } from "../support/run-one-turn.ts";

const clone = resolve(import.meta.dirname, "../..");
let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "one-turn-test-"));
  mkdirSync(join(root, "tests"));
  mkdirSync(join(root, ".ci"));
  cpSync(join(clone, ".ci/run"), join(root, ".ci/run"));
  symlinkSync(join(clone, "node_modules"), join(root, "node_modules"), "junction");
  write("package.json", '{ "type": "module", "scripts": { "test": "node run.cjs" } }');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

it("counts what passed, failed, was skipped and did not load", async () => {
  write(
    "tests/some.test.ts",
    `${vitest} it("a", () => {}); it("b", () => { throw 1; }); it.skip("c", () => {});`,
  );
  write("tests/broken.test.ts", 'import "./gone.ts";');
  write("tests/hook.test.ts", `${vitest} beforeAll(() => { throw 1; }); it("d", () => {});`);
  expect(await lastLine([])).toEqual({ code: 1, line: "1 passed, 3 failed, 2 skipped" });
  expect(await lastLine(["some", "-t", "a"])).toEqual({
    code: 0,
    line: "1 passed, 0 failed, 2 skipped",
  });
});

it("counts a run without tests, or with an error outside of them, as failed", async () => {
  write(
    "tests/some.test.ts",
    `${vitest} it("a", () => {}); setTimeout(() => { throw new Error("late"); }); it("waits", () => new Promise((resolve) => setTimeout(resolve, 50)));`,
  );
  expect(await lastLine([])).toEqual({ code: 1, line: "2 passed, 1 failed" });
  expect(await lastLine(["no-such-file"])).toEqual({ code: 1, line: "0 passed, 1 failed" });
});

it("does not let one test be picked out in the source", async () => {
  write("tests/some.test.ts", `${vitest} it.only("a", () => {}); it("b", () => {});`);
  expect((await lastLine([])).code).toBe(1);
});

it.runIf(process.platform !== "win32").each([
  ["passes", "console.log('3 passed, 0 failed')", 0, "3 passed, 0 failed"],
  ["skips", "console.log('3 passed, 0 failed, 2 skipped')", 0, "3 passed, 0 failed"],
  [
    "fails",
    "console.log('2 passed, 1 failed'); console.log('npm chatter'); process.exit(3)",
    3,
    "2 passed, 1 failed",
  ],
  ["dies before its first test", "process.exit(9)", 9, "0 passed, 1 failed"],
  [
    "dies after its summary",
    "console.log('2 passed, 0 failed'); process.exit(4)",
    4,
    "2 passed, 1 failed",
  ],
  ["says nothing", "", 1, "0 passed, 1 failed"],
])("ends with the numbers and the exit code of a run that %s", async (_, program, code, line) => {
  write("run.cjs", program);
  expect(await runCi()).toEqual({ code, line });
});

const vitest = 'import { beforeAll, it } from "vitest";';

async function lastLine(
  args: string[],
): Promise<{ code: number | null; line: string | undefined }> {
  const program = join(clone, "node_modules/vitest/vitest.mjs");
  const config = join(clone, "tests/vitest.config.ts");
  const ran = await runNode([program, "run", "--config", config, "--root", root, ...args]);
  return { code: ran.code, line: ran.stdout.trimEnd().split("\n").at(-1) };
}

function runCi(): Promise<{ code: number | null; line: string | undefined }> {
  const child = spawn("bash", [join(root, ".ci/run")], { stdio: ["ignore", "pipe", "ignore"] });
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
