import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Chapter } from "../../shared/course/chapters.ts";
import type { Course } from "../../shared/course/diff/diff-chapters.ts";

/** A course of its own: three chapters about a greeting, small enough to be read whole. */
export function makeCourse(more: Record<string, string | Uint8Array> = {}): Course {
  const root = makeFolder();
  writeFiles(root, { ...files, ...more });
  return { root, chapters: [one, two, three] };
}

/** An empty folder that is gone when the test is over. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "one-turn-diff-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function writeFiles(root: string, contents: Record<string, string | Uint8Array>): void {
  for (const [path, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

export const one: Chapter = {
  number: 1,
  folder: "01-hello",
  name: "hello",
  layer: "say hello",
  minutes: 1,
  newEvents: ["turn.started"],
  files: [
    { path: "main.ts", why: "It says hello.", role: "build" },
    { path: "name.ts", why: "Whom it greets.", role: "given" },
  ],
};

export const two: Chapter = {
  number: 2,
  folder: "02-tools",
  name: "tools",
  layer: "greet with a tool",
  minutes: 2,
  newEvents: ["tool.started", "tool.failed"],
  files: [
    { path: "tools/bow.ts", why: "The tool.", role: "build" },
    { path: "main.ts", why: "The tool is used.", role: "build" },
    { path: "tools/long.ts", why: "Long, and given.", role: "given" },
  ],
};

export const three: Chapter = {
  number: 3,
  folder: "03-names",
  name: "names",
  layer: "greet everyone",
  minutes: 3,
  newEvents: [],
  files: [{ path: "main.ts", why: "Everyone is greeted.", role: "build" }],
};

const name = 'export const name = "World";\n';

const helloMain = `import { name } from "./name.ts";

/** Greets. */
export function greet(): string {
  const start = "Hello";
  const end = "!";
  const space = " ";
  return start + space + name + end;
}

console.log(greet());
`;

const toolMain = helloMain
  .replace("\n\n", '\nimport { bow } from "./tools/bow.ts";\n\n')
  .replace("return start", "return bow() + start");

const bow = `/** Bows. */
export function bow(): string {
  return "(bows) ";
}
`;

const long = `import { bow } from "./bow.ts";

/** How often. */
export type Times = {
  times: number;
};

/** Bows more often. */
export function bowOften(
  { times }: Times,
): string {
${"  bow();\n".repeat(40)}  return bow().repeat(times);
}
`;

const files = {
  "shared/events.ts": `export type SessionEvent = Hello | Tools;

// 01 hello: a greeting

export type Hello = { type: "turn.started" };

// 02 tools: a bow

/** Two edges. */
export type Tools = { type: "tool.started" } | { type: "tool.failed" };

// 03 names: nothing new
`,
  "chapters/01-hello/main.ts": helloMain,
  "chapters/01-hello/name.ts": name,
  "chapters/02-tools/main.ts": toolMain,
  "chapters/02-tools/name.ts": name,
  "chapters/02-tools/tools/bow.ts": bow,
  "chapters/02-tools/tools/long.ts": long,
  "chapters/03-names/main.ts": toolMain.replace("+ name +", '+ "everyone" +'),
  "chapters/03-names/name.ts": name,
  "chapters/03-names/tools/bow.ts": bow,
  "chapters/03-names/tools/long.ts": long,
};
