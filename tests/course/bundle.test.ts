import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bundleProgram } from "../../shared/course/bundle.cjs";
import { asNobody } from "../support/as-nobody.ts";
import { sized } from "../support/deep.ts";
import { runNode } from "../support/run-one-turn.ts";

const clone = resolve(import.meta.dirname, "../..");
let root = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "one-turn-test-"));
  symlinkSync(join(clone, "node_modules"), join(root, "node_modules"), "junction");
  write("chapters/01/words.ts", 'export const words: string = "hello";');
  write("chapters/01/main.ts", 'import { words } from "./words.ts";\nconsole.log(words);');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

it("makes one program of an entry and what it imports", async () => {
  const bundle = bundleProgram(root, "chapters/01/main.ts");
  expect(bundle.startsWith(join(root, ".one-turn/cache/chapters-01-main-"))).toBe(true);
  expect(await runNode([bundle])).toEqual({ code: 0, stdout: "hello\n", stderr: "" });
});

it("keeps a bundle as long as its sources are the same, without asking the bundler", async () => {
  const bundle = bundleProgram(root, "chapters/01/main.ts");
  const ask = `const { bundleProgram } = require(${JSON.stringify(join(clone, "shared/course/bundle.cjs"))});
    console.log(bundleProgram(${JSON.stringify(root)}, "chapters/01/main.ts"));
    console.log(Object.keys(require.cache).some((path) => path.includes("esbuild")));`;
  const loaded = await runNode(["-e", ask]);
  expect(loaded).toEqual({ code: 0, stdout: `${bundle}\nfalse\n`, stderr: "" });
});

it("makes another when a file that it imports has changed, also to the same length", async () => {
  const before = bundleProgram(root, "chapters/01/main.ts");
  write("chapters/01/words.ts", 'export const words: string = "jello";');
  const after = bundleProgram(root, "chapters/01/main.ts");
  expect(after).not.toBe(before);
  expect((await runNode([after])).stdout).toBe("jello\n");
  write("chapters/01/words.ts", 'export const words: string = "hello";');
  expect(bundleProgram(root, "chapters/01/main.ts")).toBe(before);
});

it("says where a source is wrong", () => {
  write("chapters/01/words.ts", "export const words = ;");
  expect(() => bundleProgram(root, "chapters/01/main.ts")).toThrow(
    new Error('chapters/01/words.ts:1:22: Unexpected ";"'),
  );
  write("chapters/01/words.ts", 'import "./gone.ts";\nexport const words = "x";');
  expect(() => bundleProgram(root, "chapters/01/main.ts")).toThrow(
    new Error('chapters/01/words.ts:1:8: Could not resolve "./gone.ts"'),
  );
});

it("shows the place in the source when a program throws", async () => {
  write("chapters/01/main.ts", 'type Unused = string;\n\nthrow new Error("no");');
  const bundle = bundleProgram(root, "chapters/01/main.ts");
  const { code, stderr } = await runNode(["--enable-source-maps", bundle]);
  expect(code).toBe(1);
  expect(stderr).toContain(`${join(root, "chapters/01/main.ts")}:3:7`);
});

it("imports only when it is needed what the source imports so", async () => {
  write("chapters/01/late.ts", 'import "chapter-package-that-is-not-there";');
  write(
    "chapters/01/main.ts",
    'console.log("first"); if (process.argv[2]) await import("./late.ts");',
  );
  const bundle = bundleProgram(root, "chapters/01/main.ts");
  expect(await runNode([bundle])).toEqual({ code: 0, stdout: "first\n", stderr: "" });
  expect((await runNode([bundle, "late"])).stderr).toContain("chapter-package-that-is-not-there");
});

it("gives a chapter no require that its source does not have", async () => {
  write(
    "chapters/01/main.ts",
    'import { createRequire } from "node:module"; const require = createRequire(import.meta.url); console.log(typeof require);',
  );
  expect((await runNode([bundleProgram(root, "chapters/01/main.ts")])).stdout).toBe("function\n");
  write(
    "chapters/01/main.ts",
    "console.log(typeof (globalThis as { require?: unknown }).require);",
  );
  expect((await runNode([bundleProgram(root, "chapters/01/main.ts")])).stdout).toBe("undefined\n");
});

it("works where nothing can be written, leaves nothing there, and finds packages and the project", async () => {
  write(".one-turn", "a file where the folder should be");
  write("shared/tool.ts", readFileSync(join(clone, "shared/course/project-root.ts"), "utf8"));
  write(
    "shared/main.ts",
    'import pc from "picocolors"; import { projectRoot } from "./tool.ts"; console.log(typeof pc, projectRoot(), import.meta.dirname);',
  );
  const run = `require(${JSON.stringify(join(clone, "shared/course/bundle.cjs"))}).runProgram(${JSON.stringify(root)}, "shared/main.ts")`;
  const { code, stdout, stderr } = await runNode(["-e", run]);
  const [type, project, folder = ""] = stdout.trim().split(" ");
  expect({ code, stderr, type, project }).toEqual({
    code: 0,
    stderr: "",
    type: "object",
    project: root,
  });
  expect(existsSync(dirname(folder))).toBe(false);
});

it("uses a bundle that is there, also where it cannot be written any more", async () => {
  const bundle = bundleProgram(root, "chapters/01/main.ts");
  chmodSync(root, 0o755);
  for (const path of [dirname(bundle), dirname(dirname(bundle))]) chmodSync(path, 0o555);
  expect(await asNobody(async () => bundleProgram(root, "chapters/01/main.ts"))).toBe(bundle);
  for (const path of [dirname(dirname(bundle)), dirname(bundle)]) chmodSync(path, 0o755);
});

it("removes bundles of the program that nobody has used for an hour, and nothing else", () => {
  const cache = join(root, ".one-turn/cache");
  const old = bundleProgram(root, "chapters/01/main.ts");
  write("chapters/01/other.ts", "console.log(1);");
  write("chapters/01/main-other.ts", "console.log(2);");
  const others = ["chapters/01/other.ts", "chapters/01/main-other.ts"].map((entry) =>
    bundleProgram(root, entry),
  );
  for (const bundle of [old, ...others]) age(dirname(bundle));
  write("chapters/01/words.ts", 'export const words = "second";');
  const second = bundleProgram(root, "chapters/01/main.ts");
  write("chapters/01/words.ts", 'export const words = "third";');
  const third = bundleProgram(root, "chapters/01/main.ts");
  const left = readdirSync(cache).filter((name) => !name.endsWith(".json"));
  expect(left.sort().map((name) => join(cache, name, "main.mjs"))).toEqual(
    [...others, second, third].sort(),
  );
});

it("can be asked by many at once", async () => {
  const ask = `console.log(require(${JSON.stringify(join(clone, "shared/course/bundle.cjs"))}).bundleProgram(${JSON.stringify(root)}, "chapters/01/main.ts"))`;
  const all = await Promise.all(Array.from({ length: sized(3, 8) }, () => runNode(["-e", ask])));
  const bundle = bundleProgram(root, "chapters/01/main.ts");
  expect(all).toEqual(all.map(() => ({ code: 0, stdout: `${bundle}\n`, stderr: "" })));
  expect(readdirSync(join(root, ".one-turn/cache")).sort()).toEqual([
    bundle.split(/[\\/]/).at(-2),
    "chapters-01-main.json",
  ]);
});

function age(folder: string): void {
  const before = new Date(Date.now() - 2 * 3_600_000);
  utimesSync(folder, before, before);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

it.each([
  ["is empty", (path: string) => writeFileSync(path, "")],
  ["is cut short", (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 20))],
  ["is gone", (path: string) => rmSync(path)],
])("makes a bundle again when a file of it %s", async (_how, damage) => {
  const bundle = bundleProgram(root, "chapters/01/main.ts");
  damage(bundle);
  expect(bundleProgram(root, "chapters/01/main.ts")).toBe(bundle);
  expect(await runNode([bundle])).toEqual({ code: 0, stdout: "hello\n", stderr: "" });
});
