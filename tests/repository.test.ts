import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { chapters } from "../shared/course/chapters.ts";
import { defaultModel } from "../shared/course/choose-model.ts";
import { forbiddenImports, readImports } from "./support/read-imports.ts";
import { runNode } from "./support/run-one-turn.ts";

const root = resolve(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const manifest = JSON.parse(read("package.json"));

const chapterFiles = readdirSync(join(root, "chapters"), { recursive: true, encoding: "utf8" })
  .map((path) => `chapters/${path.replaceAll("\\", "/")}`)
  .filter((path) => path.endsWith(".ts"));

/** A copy of the file of the chapter before, at the same place, has the style and the imports of that one. */
const ownFiles = [
  ...new Map(
    chapterFiles.toReversed().map((path) => [inItsChapter(path) + read(path), path]),
  ).values(),
];

/** Everything else that may have a style. */
const otherPlaces = readdirSync(root, { withFileTypes: true })
  .filter(
    ({ name }) => !["chapters", "node_modules", "workshop", ".git", ".one-turn"].includes(name),
  )
  .filter((entry) => entry.isDirectory() || entry.name.endsWith(".json"))
  .map(({ name }) => name);

/** What of the types was found to hold before, and need not be looked at again. */
const known = ".one-turn/cache/types.tsbuildinfo";

it("holds its types", async () => {
  // one checker: several repeat each other's work, and the other cores have tests to run
  const cheaply = ["--checkers", "1", "--incremental", "--tsBuildInfoFile", known];
  const tsc = ["node_modules/typescript/bin/tsc", "--noEmit", ...cheaply];
  expect(await runNode(tsc)).toEqual({
    code: 0,
    stdout: "",
    stderr: "",
  });
});

it("holds the types of what runs in a browser", async () => {
  const tsc = ["node_modules/typescript/bin/tsc", "-p", "walkthrough/site", "--checkers", "1"];
  expect(await runNode(tsc)).toEqual({ code: 0, stdout: "", stderr: "" });
});

it("holds its style", async () => {
  const biome = ["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"];
  const { code, stdout, stderr } = await runNode([...biome, ...otherPlaces, ...ownFiles]);
  expect({ code, said: code === 0 ? "" : stdout + stderr }).toEqual({ code: 0, said: "" });
});

it("has at its top level what the layout names, and nothing else", () => {
  const ignored = read(".gitignore")
    .split("\n")
    .map((line) => line.replace(/^\//, ""));
  const seen = readdirSync(root, { withFileTypes: true })
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .filter((name) => !name.startsWith(".") && !ignored.includes(name));
  expect(seen.sort()).toEqual([
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "chapters/",
    "package-lock.json",
    "package.json",
    "shared/",
    "tests/",
    "tsconfig.json",
    "walkthrough/",
  ]);
});

it("pins every package to one version", () => {
  const versions = Object.entries<string>({
    ...manifest.dependencies,
    ...manifest.devDependencies,
  });
  expect(versions.length).toBeGreaterThan(0);
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

it("lists every chapter folder, in order", () => {
  expect(readdirSync(join(root, "chapters")).sort()).toEqual(chapters.map(({ folder }) => folder));
});

it("lets a chapter import node, its packages, its own files and the events, and nothing else", () => {
  const found = ownFiles.flatMap((path) =>
    forbiddenImports(path, read(path)).map((wanted) => `${path} imports ${wanted}`),
  );
  expect(found).toEqual([]);
});

it("never names the rehearsal model in a chapter", () => {
  expect(chapterFiles.filter((path) => /rehears/i.test(read(path)))).toEqual([]);
});

it("asks for the same model in every chapter when OPENAI_MODEL is not set", () => {
  const folders = chapters.map(({ folder }) => `chapters/${folder}/`);
  const asking = chapterFiles.filter((path) => read(path).includes(`|| "${defaultModel}"`));
  expect(asking.map((path) => path.replace(/[^/]+$/, ""))).toEqual(folders);
});

it("sees an import in whatever form it is written", () => {
  const source = `
    import a from "a"; import "b"; import type { C } from "c"; export * from "d"; export { e } from "e";
    const f = await import("f"); type G = import("g").G; const h = require("h"); import i = require("i");
    await import(somewhere); const text = "import x from 'y'"; // import z from "z"`;
  expect(readImports("source.ts", source)).toEqual([
    "a",
    "b",
    "c",
    "d",
    "e",
    "f",
    "g",
    "h",
    "i",
    "(computed)",
  ]);
});

it.each([
  ["chapters/02-tools/agent.ts", "../01-bare-loop/agent.ts"],
  ["chapters/02-tools/agent.ts", "../../shared/rehearsal/server.ts"],
  ["chapters/02-tools/agent.ts", "../../shared/events.js"],
  ["chapters/02-tools/agent.ts", "commander"],
  ["chapters/02-tools/agent.ts", "openai-extra"],
  ["chapters/02-tools/agent.ts", "fs"],
  ["chapters/05-tui/tui/screen.ts", "../agent.ts"],
  ["chapters/05-tui/tui/screen.ts", "../create-session.ts"],
  ["chapters/05-tui/tui/screen.ts", "../tools/registry.ts"],
  ["chapters/05-tui/state/draft.ts", "../openai-stream.ts"],
  ["chapters/05-tui/state/draft.ts", "openai/resources"],
])("does not let %s import %s", (path, wanted) => {
  expect(forbiddenImports(path, `import x from "${wanted}";`)).toEqual([wanted]);
});

it.each([
  ["chapters/02-tools/agent.ts", "node:fs"],
  ["chapters/02-tools/agent.ts", "openai/resources"],
  ["chapters/02-tools/tools/registry.ts", "../agent.ts"],
  ["chapters/02-tools/tools/registry.ts", "../../../shared/events.ts"],
  ["chapters/05-tui/tui/screen.ts", "blessed"],
  ["chapters/05-tui/tui/screen.ts", "../state/session-state.ts"],
  ["chapters/05-tui/state/draft.ts", "./reduce-session-event.ts"],
])("lets %s import %s", (path, wanted) => {
  expect(forbiddenImports(path, `import x from "${wanted}";`)).toEqual([]);
});

function inItsChapter(path: string): string {
  return path.replace(/^chapters\/[^/]+\//, "");
}
