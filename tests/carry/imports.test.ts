import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { compareImports } from "../../shared/course/carry/compare-imports.ts";
import { splitIntoParts } from "../../shared/course/carry/import-statements.ts";
import { makeFolder } from "./made-up-ladder.ts";

const biome = resolve(import.meta.dirname, "../../node_modules/@biomejs/biome/bin/biome");

const sources = [
  "./session.ts",
  "./session-store.ts",
  "./tools.ts",
  "./tools/tool.ts",
  "./tool.ts",
  "../agent.ts",
  "../../../shared/events.ts",
  "../../shared/events.ts",
  "openai",
  "openai/resources",
  "node:fs",
  "node:fs/promises",
  "node:timers/promises",
  "@scope/name",
  "wrap-ansi",
  "marked-terminal",
  "marked",
  "./openai.ts",
  "./openai-stream.ts",
  "./state/draft.ts",
  "./state.ts",
  "./a9.ts",
  "./a10.ts",
  "./a_b.ts",
  "./a-b.ts",
  "./ab.ts",
  "./B.ts",
  "./b.ts",
  ".",
  "..",
  "#alias",
  "/absolute.ts",
  "https://example.org/a.ts",
];

it("sorts imports as Biome does", () => {
  const folder = makeFolder();
  const file = join(folder, "all.ts");
  writeFileSync(join(folder, "biome.json"), "{}");
  const lines = [
    ...sources.map((source, place) => `import x${place} from "${source}";`),
    'import { run } from "./agent.ts";',
    'import type { Agent } from "./agent.ts";',
  ];
  writeFileSync(file, lines.join("\n"));
  execFileSync(process.execPath, [biome, "check", "--write", "--linter-enabled=false", file], {
    cwd: folder,
    stdio: "ignore",
  });
  const sorted = splitIntoParts(lines)
    .flatMap(({ statement }) => statement ?? [])
    .sort(compareImports);
  expect(sorted.map(({ text }) => text)).toEqual(readFileSync(file, "utf8").trimEnd().split("\n"));
});

it("finds the statements of the block at the top, and no text that looks like one", () => {
  const lines = `#!/usr/bin/env node
/*
import a from "comment";
*/
// import b from "comment";
"use strict";

import "side-effect";
import c from "one";
import type {
  D,
} from "two";
import { e } from "three"; import { f } from "four";
import g from "five" with { type: "json" };
import h = require("six");

run();
import i from "seven";
`.split("\n");
  const found = splitIntoParts(lines).flatMap(({ statement }) => statement ?? []);
  expect(found).toEqual([
    { text: 'import c from "one";', source: "one", isType: false },
    { text: 'import type {\n  D,\n} from "two";', source: "two", isType: true },
  ]);
  expect(splitIntoParts(lines).flatMap(({ text }) => text.split("\n"))).toEqual(lines);
});
