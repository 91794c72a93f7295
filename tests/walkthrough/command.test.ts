import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { chapters } from "../../shared/course/chapters.ts";
import { checkWalkthrough } from "../../shared/course/walkthrough/check-walkthrough.ts";
import { fillBlocks } from "../../shared/course/walkthrough/fill-blocks.ts";
import {
  type RunNode,
  runInRepository,
  runNode,
} from "../../shared/course/walkthrough/run-command.ts";
import { commands as ownCommands } from "../support/commands.ts";
import { deep } from "../support/deep.ts";
import { runOneTurnAgain, runProgramAgain } from "../support/run-again.ts";
import { type Ran, runOneTurn } from "../support/run-one-turn.ts";
import { block, check, commands, makeRepository, projectRoot } from "./repository.ts";

const agent = "chapters/01-bare-loop/agent.ts";

function walkthrough(root: string, flag: string): Promise<Ran> {
  const program = "tests/walkthrough/walkthrough-program.ts";
  return runProgramAgain(program, ["walkthrough", flag], { env: { ONE_TURN_ROOT: root } });
}

const newest = chapters.slice(-2).map(({ folder }) => folder.slice(0, 2));
const leftOut = "Its talk is for the deep run.";

/**
 * A chapter that is talked to has two processes of its own, and is talked to in the deep run unless it is one of the
 * newest; what one-turn prints itself needs none.
 */
const runAgain: RunNode = async (command, place) => {
  const [program, verb, chapter = ""] = command.args;
  const isTalk = verb === "start" || command.input !== undefined;
  if (isTalk && !deep && !newest.includes(chapter)) throw new Error(leftOut);
  if (program !== "shared/course/one-turn.cjs" || isTalk) return runNode(command, place);
  return runOneTurnAgain(command.args.slice(1), { env: place.env });
};

it("finds the text of this repository true", { timeout: 300_000 }, async () => {
  const run = runInRepository(projectRoot, 60_000, runAgain);
  const problems = await check(projectRoot, { commands: ["help", ...ownCommands], run });
  expect(problems.filter((problem) => !problem.endsWith(leftOut))).toEqual([]);
});

const patiently = { timeout: 600_000 };

it.runIf(deep)(
  "says that it is, with a process for each command of the text",
  patiently,
  async () => {
    const { code, stdout, stderr } = await runOneTurn(["walkthrough", "--check"], {
      timeoutMs: patiently.timeout,
    });
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^The text is true\. Pages: \d+, .+\.\n$/),
      stderr: "",
    });
  },
);

it.each([
  [
    ["--check", "--sync"],
    "Say one of: --check tells what is not true in the text, --sync fills it in.",
  ],
  [["--check", "--build"], "--check looks at the text: leave out --build."],
  [["--sync", "--port", "1"], "--sync looks at the text: leave out --port."],
  [["--out", "pages"], "--out says where --build puts the pages: add --build."],
  [["--build", "--port", "1"], "--build serves nothing: leave out --port."],
  [["--base", "/a/"], "--base says where what --build makes will lie: add --build."],
  [
    ["--build", "--base", "a"],
    '"a" is not a base path. Use one that begins and ends with "/", such as /one-turn/.',
  ],
  [["--port", "abc"], '"abc" is not a port. Use a whole number from 0 to 65535.'],
  [["--port", "65536"], '"65536" is not a port. Use a whole number from 0 to 65535.'],
])("refuses %j in one line", async (flags, sentence) => {
  expect(await runOneTurnAgain(["walkthrough", ...flags])).toEqual({
    code: 1,
    stdout: "",
    stderr: `one-turn: ${sentence}\n`,
  });
});

it("CRS-05 tells what drifted, fills it in, and is content afterwards", async () => {
  const page = (tool: string, output: string) =>
    `# Page\n\n${block(`ts ${agent}#tools`, tool)}\nText.\n\n${block("console", `$ npx one-turn trace${output}`)}`;
  const truth = "// why this is here\nexport const tools: Tool[] = [];";
  const path = "walkthrough/page.md";
  const root = makeRepository({ [path]: page("gone", "\n1\n2\n3") });

  expect(await walkthrough(root, "--check")).toEqual({
    code: 1,
    stdout: `${path}:3: block "ts ${agent}#tools" has drifted at its line 1: expected "// why this is here", actual "gone"
${path}:9: block "console" has drifted at its line 2: expected "[\\"trace\\"] read \\"\\"", actual "1"\n`,
    stderr: "",
  });
  expect(readFileSync(join(root, path), "utf8")).toEqual(page("gone", "\n1\n2\n3"));
  expect(await walkthrough(root, "--sync")).toEqual({
    code: 0,
    stdout: `${path}:3: filled block "ts ${agent}#tools"
${path}:10: filled block "console"
The text is true. Pages: 1, quoted blocks: 1, commands run: 1, sketches: 0.\n`,
    stderr: "",
  });
  expect(readFileSync(join(root, path), "utf8")).toEqual(page(truth, '\n["trace"] read ""'));
  expect(await walkthrough(root, "--check")).toEqual({
    code: 0,
    stdout: "The text is true. Pages: 1, quoted blocks: 1, commands run: 1, sketches: 0.\n",
    stderr: "",
  });
});

it("fills what it can, and tells what is left with the new numbers of lines", async () => {
  const path = "walkthrough/page.md";
  const root = makeRepository({ [path]: `${block(`ts ${agent}#tools`)}\n[x](gone.md)\n` });
  expect(await walkthrough(root, "--sync")).toEqual({
    code: 1,
    stdout: `${path}:1: filled block "ts ${agent}#tools"
${path}:6: the link "gone.md" leads nowhere: there is no "walkthrough/gone.md" in the repository\n`,
    stderr: "",
  });
});

it("CRS-06 keeps every other byte of a page: its line ends, its first mark, its missing last line end, its mode", async () => {
  const path = "walkthrough/page.md";
  const before = (tool: string) =>
    `\uFEFF# Page  \r\nmixed\n\n1. list\r\n\r\n   \`\`\`ts ${agent}#tools+explain\r\n${tool}   \`\`\`\r\n\r\nlast`;
  const root = makeRepository({ [path]: before("   gone\r\n") });
  chmodSync(join(root, path), 0o640);
  const { drifts } = await checkWalkthrough({ root, commands });
  expect(await fillBlocks(root, drifts)).toEqual({ filled: drifts, problems: [] });
  expect(readFileSync(join(root, path), "utf8")).toEqual(
    before(
      [
        "   // why this is here",
        "   export const tools: Tool[] = [];",
        "",
        "   export function explain(error: unknown): string {",
        "     return String(error);",
        "   }",
        "",
      ].join("\r\n"),
    ),
  );
  if (process.platform !== "win32") expect(statSync(join(root, path)).mode & 0o777).toEqual(0o640);
  expect(readdirSync(join(root, "walkthrough"))).toEqual(["page.md"]);
});

it("leaves a page alone that its author edits at the same time", async () => {
  const path = "walkthrough/page.md";
  const root = makeRepository({ [path]: block(`ts ${agent}#tools`) });
  const { drifts } = await checkWalkthrough({ root, commands });
  writeFileSync(join(root, path), "work of the author\n");
  expect(await fillBlocks(root, drifts)).toEqual({
    filled: [],
    problems: [
      {
        page: path,
        line: 1,
        message: "not rewritten: the page was edited in the meantime; run --sync again",
      },
    ],
  });
  expect(readFileSync(join(root, path), "utf8")).toEqual("work of the author\n");
});
