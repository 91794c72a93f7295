import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseSync } from "oxc-parser";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { npmCommand } from "../../shared/course/install.cjs";
import { nodeProblem } from "../../shared/course/prepare.cjs";
import { runNode } from "../support/run-one-turn.ts";

const source = resolve(import.meta.dirname, "../../shared/course");
let root = "";

beforeEach(() => {
  root = join(mkdtempSync(join(tmpdir(), "one-turn-test-")), "clone");
  mkdirSync(join(root, "shared/course"), { recursive: true });
  for (const file of ["prepare.cjs", "install.cjs", "lock.cjs"]) {
    cpSync(join(source, file), join(root, "shared/course", file));
  }
  write("package.json", '{"name":"one-turn","engines":{"node":"^20.19.0 || >=22.12.0"}}');
  write("package-lock.json", "{}");
});

afterEach(() => rmSync(dirname(root), { recursive: true, force: true }));

it.each(["v20.19.0", "v20.20.2", "v22.12.0", "v22.13.1", "v23.0.0", "v24.0.0-nightly"])(
  "takes Node %s",
  (version) => {
    expect(nodeProblem(version, "^20.19.0 || >=22.12.0")).toBeUndefined();
  },
);

it.each(["v8.17.0", "v16.20.2", "v18.20.8", "v20.18.3", "v21.7.3", "v22.11.0"])(
  "does not take Node %s, and says which one it needs",
  (version) => {
    expect(nodeProblem(version, "^20.19.0 || >=22.12.0")).toEqual(
      `One Turn needs Node 20.19.0 or a later 20, or 22.12.0 or later. This is Node ${version.slice(1)}: get another from https://nodejs.org.`,
    );
  },
);

it("ends with one line on a Node that is too old, and installs nothing", async () => {
  write("old.cjs", 'Object.defineProperty(process, "version", { value: "v16.20.2" });');
  const env = fakeNpm("");
  expect(await runNode(["-r", join(root, "old.cjs"), prepareFile()], { env })).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "one-turn: One Turn needs Node 20.19.0 or a later 20, or 22.12.0 or later. This is Node 16.20.2: get another from https://nodejs.org.\n",
  });
  expect(calls()).toEqual([]);
});

it.each(["prepare.cjs", "one-turn.cjs"])("%s has no syntax that Node 8 cannot read", (file) => {
  const code = readFileSync(join(source, file), "utf8");
  const newer = new Set<string>();
  const { program } = parseSync(file, code, { astType: "js" });
  JSON.stringify(program, (_, node) => {
    if (["ChainExpression", "ImportExpression", "PrivateIdentifier"].includes(node?.type)) {
      newer.add(node.type);
    }
    if (node?.type === "CatchClause" && !node.param) newer.add("catch without a name");
    if (node?.operator === "??" || /^(\?\?|\|\||&&)=$/.test(node?.operator))
      newer.add(node.operator);
    if (typeof node?.bigint === "string" || node?.raw?.includes?.("_000")) newer.add("number");
    return typeof node === "bigint" ? String(node) : node;
  });
  expect([...newer]).toEqual([]);
  expect(code).not.toMatch(/^(const|let|var).*require\("node:/m);
});

it("installs what is missing, says so, and does it once", async () => {
  const env = fakeNpm(installs);
  expect(await runNode([prepareFile()], { env })).toEqual({
    code: 0,
    stdout: "",
    stderr: "Installing what is missing (npm ci) …\n",
  });
  expect(await runNode([prepareFile()], { env })).toEqual({ code: 0, stdout: "", stderr: "" });
  expect(calls()).toEqual([
    "ci --include=dev --ignore-scripts --no-audit --no-fund --no-progress --loglevel=error",
  ]);
});

it("installs again, once, when the lock file is newer than what is installed", async () => {
  const env = fakeNpm(installs);
  await runNode([prepareFile()], { env });
  const tomorrow = new Date(Date.now() + 86_400_000);
  utimesSync(join(root, "package-lock.json"), tomorrow, tomorrow);
  await runNode([prepareFile()], { env });
  await runNode([prepareFile()], { env });
  expect(calls().length).toBe(2);
});

it("installs again what an earlier install left unfinished", async () => {
  const env = fakeNpm(installs);
  mkdirSync(join(root, "node_modules/half"), { recursive: true });
  await runNode([prepareFile()], { env });
  expect(calls().length).toBe(1);
});

it.each([
  ["the cache that a pack has beside the clone", true],
  ["npm's own cache when there is none", false],
])("has npm take packages from %s", async (_, isPacked) => {
  const beside = join(dirname(root), "npm-cache");
  if (isPacked) mkdirSync(beside);
  const note = 'require("node:fs").writeFileSync("cache", process.env.npm_config_cache);';
  const env = { ...fakeNpm(`${note} ${installs}`), npm_config_cache: "npm's own" };
  await runNode([prepareFile()], { env });
  expect(readFileSync(join(root, "cache"), "utf8")).toBe(isPacked ? beside : "npm's own");
});

it("shows the errors of npm and ends with one line of its own", async () => {
  const env = fakeNpm(
    'console.log("chatter"); console.error("npm error: no such package"); process.exit(7);',
  );
  expect(await runNode([prepareFile()], { env })).toEqual({
    code: 1,
    stdout: "",
    stderr: `Installing what is missing (npm ci) …
npm error: no such package
one-turn: npm ci failed (exit code 7). Mend it, and run this again.
`,
  });
  expect(existsSync(join(root, ".one-turn/installing"))).toBe(false);
});

it("lets two that start at once install one after the other, so that only one does", async () => {
  const wait = 'setInterval(() => { if (require("node:fs").existsSync("go")) end(); }, 20);';
  const env = fakeNpm(`${wait} function end() { ${installs} process.exit(); }`);
  const first = runNode([prepareFile()], { env });
  await vi.waitFor(() => expect(calls().length).toBe(1), { timeout: 20_000 });
  const owner = readFileSync(join(root, ".one-turn/installing"), "utf8");
  const second = spawn(process.execPath, [prepareFile()], { env: { ...process.env, ...env } });
  let said = "";
  second.stderr.on("data", (text) => {
    said += text;
    write("go", "");
  });
  const code = await new Promise((settle) => second.once("close", settle));
  expect({ code, said }).toEqual({
    code: 0,
    said: `Waiting for another npm ci in this folder (process ${owner}) …\n`,
  });
  expect((await first).code).toBe(0);
  expect(calls().length).toBe(1);
});

it("does not wait for an installer that is dead", async () => {
  const dead = spawn(process.execPath, ["-e", ""]);
  await new Promise((resolve) => dead.once("exit", resolve));
  write(".one-turn/installing", String(dead.pid));
  expect(await runNode([prepareFile()], { env: fakeNpm(installs) })).toEqual({
    code: 0,
    stdout: "",
    stderr: "Installing what is missing (npm ci) …\n",
  });
});

it("installs with the real npm", async () => {
  write("local/package.json", '{"name":"local","version":"1.0.0"}');
  const packages = {
    "": { dependencies: { local: "file:local" } },
    local: { version: "1.0.0" },
    "node_modules/local": { resolved: "local", link: true },
  };
  write("package.json", '{"engines":{"node":">=20.0.0"},"dependencies":{"local":"file:local"}}');
  write("package-lock.json", JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
  expect(await runNode([prepareFile()])).toEqual({
    code: 0,
    stdout: "",
    stderr: "Installing what is missing (npm ci) …\n",
  });
  expect(existsSync(join(root, "node_modules/local/package.json"))).toBe(true);
  expect(await runNode([prepareFile()])).toEqual({ code: 0, stdout: "", stderr: "" });
});

it("uses the npm that started it, and no other program in its place", () => {
  const started = {
    file: process.execPath,
    args: [join("/lib/npm/bin", "npm-cli.js")],
    shell: false,
  };
  expect(npmCommand("/lib/npm/bin/npm-cli.js", "linux")).toEqual(started);
  expect(npmCommand("/lib/npm/bin/npx-cli.js", "linux")).toEqual(started);
  expect(npmCommand("/lib/pnpm.cjs", "linux")).toEqual({ file: "npm", args: [], shell: false });
  expect(npmCommand(undefined, "win32")).toEqual({ file: "npm.cmd", args: [], shell: true });
});

const installs = `
  require("node:fs").mkdirSync("node_modules", { recursive: true });
  require("node:fs").writeFileSync("node_modules/.package-lock.json", "{}");`;

/** A program in the place of npm that notes how it was called. */
function fakeNpm(then: string): Record<string, string> {
  const note =
    'require("node:fs").appendFileSync("calls", process.argv.slice(2).join(" ") + "\\n");';
  write("npm-cli.js", `${note}\n${then}`);
  return { npm_execpath: join(root, "npm-cli.js") };
}

function calls(): string[] {
  const file = join(root, "calls");
  return existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
}

function prepareFile(): string {
  return join(root, "shared/course/prepare.cjs");
}

function write(path: string, text: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), text);
}
