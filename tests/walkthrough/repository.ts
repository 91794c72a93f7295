import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { describeDrift } from "../../shared/course/walkthrough/check-blocks.ts";
import {
  type CheckOptions,
  checkWalkthrough,
} from "../../shared/course/walkthrough/check-walkthrough.ts";

export const projectRoot = resolve(import.meta.dirname, "../..");
export const commands = ["start", "trace", "rehearsal", "walkthrough"];

/** One example for all tests: a page quotes it whole and in parts. */
export const agentSource = `import { a } from "./a.ts";
import { b } from "./b.ts";

// one section

/** Speaks 😀 before anything else. */
export class Agent {
  readonly limit = 8; // rounds

  /** From words
   *  to words. */
  async runOneUserTurn(text: string): Promise<string> {
    if (text) return this.#answer(text);
    return "";
  }

  #answer(text: string) {
    return text;
  }
}

export type Tool = { name: string }; // told to the model
// why this is here
export const tools: Tool[] = [];

export function explain(error: unknown): string {
  return String(error);
}

await new Agent().runOneUserTurn("hello");
`;

/** Says what it was given, so that a test can see it. */
const oneTurn = `
const [command, ...args] = process.argv.slice(2);
if (command === "trace" && args[0] === "fail") {
  console.error("one-turn: no such turn");
  process.exitCode = 1;
} else if (command === "trace" && args[0] === "environment") {
  const shown = /^(OPENAI_|ONE_TURN_R|NO_COLOR|FORCE_COLOR|VITEST)/;
  for (const name of Object.keys(process.env).sort()) {
    if (shown.test(name)) console.log(name + "=" + process.env[name]);
  }
  console.log(require("node:path").join(process.env.ONE_TURN_STATE, "practice", "notes.txt"));
  console.log("http://127.0.0.1:9/v1 and http://127.0.0.1:43210/v1");
  console.log(__dirname + " and " + process.cwd() + "-beside");
} else if (command === "trace" && args[0] === "forever") {
  setInterval(() => {}, 1000);
} else if (command === "trace" && args[0] === "flood") {
  const flood = () => process.stdout.write("y".repeat(65536), flood);
  flood();
} else if (command === "trace" && args[0] === "prompt") {
  console.log("$ rm");
} else if (command === "trace" && args[0] === "fence") {
  console.log("\`\`\`");
} else if (command === "trace" && args[0] === "escape") {
  console.log("\\u001b[31mred");
} else {
  let input = "";
  process.stdin.on("data", (text) => { input += text; });
  process.stdin.on("end", () => {
    console.log(JSON.stringify([command, ...args]) + " read " + JSON.stringify(input));
  });
}
`;

const files: Record<string, string> = {
  "package.json": JSON.stringify({ name: "one-turn", scripts: { start: "", test: "", check: "" } }),
  "chapters/01-bare-loop/agent.ts": agentSource,
  "chapters/01-bare-loop/main.ts": 'process.stdout.write("you> ");\nconsole.error("bye");\n',
  "shared/course/one-turn.cjs": oneTurn,
};

/** A repository in a temp folder, gone after the test. The given files come on top of the example's. */
export function makeRepository(own: Record<string, string | Buffer>): string {
  const root = mkdtempSync(join(realpathSync(tmpdir()), "one-turn-pages-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries({ ...files, ...own })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  symlinkSync(join(projectRoot, "node_modules"), join(root, "node_modules"), "junction");
  return root;
}

/** A page that consists of one block. */
export function block(info: string, content = "", fence = "```"): string {
  return `${fence}${info}\n${content === "" ? "" : `${content}\n`}${fence}\n`;
}

/** Every problem of a repository, one line each, as --check prints them. */
export async function check(root: string, options: Partial<CheckOptions> = {}): Promise<string[]> {
  const { drifts, problems } = await checkWalkthrough({ root, commands, ...options });
  return [...drifts.map(describeDrift), ...problems].map(({ page, line, message }) => {
    return `${page}:${line}: ${message}`;
  });
}

/** The problems of one page that stands alone, without its name. */
export async function checkPage(text: string): Promise<string[]> {
  const lines = await check(makeRepository({ "walkthrough/page.md": text }));
  return lines.map((line) => line.replace("walkthrough/page.md:", ""));
}
