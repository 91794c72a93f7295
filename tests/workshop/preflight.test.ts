import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, afterEach, expect, it } from "vitest";
import { root, runNode } from "../support/run-one-turn.ts";
import { openTerminal } from "../support/terminal.ts";
import { canCutOff, runCutOff } from "../support/without-network.ts";
import { makeClone } from "./clone.ts";

const clone = makeClone();
const program = join(clone.root, "shared/course/one-turn.cjs");
const workshop = join(clone.root, "workshop");
const node = `ok   Node       ${process.version} on ${process.platform} ${process.arch}`;
const noTerminal = "ok   terminal   output goes to no terminal, so its size is not known";
afterEach(() => rmSync(workshop, { recursive: true, force: true }));
afterAll(() => clone.remove());

it("says of each thing that it is there, without a network, a key or a terminal", async () => {
  const command = [process.execPath, program, "workshop", "preflight"];
  const ran = canCutOff
    ? await runCutOff(command, { cwd: clone.root })
    : await clone.workshop("preflight");
  const { code, stdout, stderr } = ran;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.split("\n")).toEqual([
    node,
    noTerminal,
    "ok   loopback   a server on 127.0.0.1 answers",
    `ok   folder     ${workshop} can be written`,
    "ok   exercise   that of 02-tools can be put together",
    "ok   compiler   the native compiler works",
    expect.stringMatching(/^ok {3}a check {4}\d+ tests of 02-tools pass$/),
    "This machine is ready. No network and no key is needed.",
    "",
  ]);
  expect(readdirSync(workshop)).toEqual([]);
});

it("says of each thing that is missing what to do, in a line", async () => {
  const bare = cloneWithout([
    `@typescript/typescript-${process.platform}-${process.arch}`,
    ...["@oxc-parser", "@rolldown"].flatMap((scope) => parts(scope)),
  ]);
  const terminal = openTerminal({
    args: [join(bare, "shared/course/one-turn.cjs"), "workshop", "preflight"],
    columns: 60,
    cwd: bare,
    env: { NO_COLOR: "1" },
  });
  const code = await terminal.exitCode;
  rmSync(bare, { recursive: true });
  expect(code).toBe(1);
  expect(stripVTControlCharacters(terminal.sent()).split("\r\n")).toEqual([
    node,
    "no   terminal   60 columns: make the window 80 wide for the traces.",
    "ok   loopback   a server on 127.0.0.1 answers",
    `ok   folder     ${join(bare, "workshop")} can be written`,
    "no   exercise   the parser does not work (Cannot find native binding). Remove node_modules, and run this again.",
    expect.stringMatching(
      /^no {3}compiler {3}the compiler does not work \(Unable to resolve @typescript.*\)\. Remove node_modules, and run this again\.$/,
    ),
    "no   a check    The tests could not be started. Remove node_modules, and run this again.",
    "",
  ]);
});

it("tries nothing in a folder that cannot be written", async () => {
  writeFileSync(workshop, "a file in its place");
  const { code, stdout, stderr } = await clone.workshop("preflight");
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout.split("\n")).toEqual([
    node,
    noTerminal,
    "ok   loopback   a server on 127.0.0.1 answers",
    `no   folder     ${workshop} cannot be written (EEXIST: file already exists, mkdir '${workshop}'): clone to another place.`,
    "",
  ]);
});

it.runIf(canCutOff)("says why a server on this machine is not reached", async () => {
  writeFileSync(workshop, "nothing else is tried");
  const command = [process.execPath, program, "workshop", "preflight"];
  const { code, stdout } = await runCutOff(command, { cwd: clone.root, loopback: false });
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^no {3}loopback {3}a server on 127\.0\.0\.1 is not reached \(connect E\w+ .*\): look for a proxy or a firewall\.$/m,
  );
});

it("does not begin on a Node that is too old", async () => {
  const old = join(clone.root, "old.cjs");
  writeFileSync(old, 'Object.defineProperty(process, "version", { value: "v18.20.8" });');
  expect(await runNode(["-r", old, program, "workshop", "preflight"])).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "one-turn: One Turn needs Node 20.19.0 or a later 20, or 22.12.0 or later. This is Node 18.20.8: get another from https://nodejs.org.\n",
  });
});

const modules = join(root, "node_modules");

function parts(scope: string): string[] {
  return readdirSync(join(modules, scope)).map((name) => `${scope}/${name}`);
}

/** A clone as npm leaves it when it does not fetch what is there for one system only. */
function cloneWithout(missing: string[]): string {
  const bare = mkdtempSync(join(tmpdir(), "one-turn-bare-"));
  for (const name of readdirSync(clone.root)) {
    if (name !== "node_modules")
      cpSync(join(clone.root, name), join(bare, name), { recursive: true });
  }
  // a package looks for its parts beside where it really is
  const looking = new Set(["typescript", "oxc-parser", "rolldown", "vite", "vitest"]);
  const names = readdirSync(modules)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) => (name.startsWith("@") ? parts(name) : name));
  for (const name of names.filter((each) => !missing.includes(each))) {
    const target = join(bare, "node_modules", name);
    mkdirSync(dirname(target), { recursive: true });
    if (looking.has(name)) cpSync(join(modules, name), target, { recursive: true });
    else symlinkSync(join(modules, name), target);
  }
  writeFileSync(join(bare, "node_modules", ".package-lock.json"), "{}");
  return bare;
}
