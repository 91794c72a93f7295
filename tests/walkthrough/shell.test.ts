import { expect, it } from "vitest";
import { readCommandLine } from "../../shared/course/walkthrough/command-line.ts";
import { block, checkPage } from "./repository.ts";

it("accepts what a reader can type in any shell", async () => {
  const lines = `# the whole course
git clone https://example.com/one-turn.git
cd one-turn
npm start
npm start 01
npm test -- --reporter=dot
npm run check
npx one-turn trace 01 "read README.md" --json
npx one-turn --help
npx tsx chapters/01-bare-loop/main.ts
npx tsx workshop/01-bare-loop/main.ts --demo
printf 'hello\\nbye\\n' | OPENAI_API_KEY=x npx tsx chapters/01-bare-loop/main.ts

export OPENAI_API_KEY=sk-example OPENAI_MODEL="a model"
OPENAI_BASE_URL=http://127.0.0.1:9/v1 npx one-turn trace 01`;
  expect(await checkPage(block("sh", lines))).toEqual([]);
});

it("accepts PowerShell in its own blocks", async () => {
  const lines =
    '$env:OPENAI_API_KEY="sk-example"\n$env:OPENAI_MODEL = gpt-5-mini\nnpm start 01\ncd one-turn';
  expect(await checkPage(block("powershell", lines))).toEqual([]);
});

const allowed =
  "is not a command of this course: npm start, npm test, npm run, npx one-turn or npx tsx";

it.each([
  ["sh", "npm run fly", 'package.json has no script "fly". It has: start, test, check'],
  ["sh", "npm run", 'package.json has no script "". It has: start, test, check'],
  [
    "sh",
    "npx one-turn fly 01",
    'one-turn has no command "fly". It has: start, trace, rehearsal, walkthrough',
  ],
  [
    "sh",
    "npx tsx chapters/01-bare-loop/gone.ts",
    'there is no "chapters/01-bare-loop/gone.ts" in the repository',
  ],
  [
    "sh",
    "npx tsx workshop/02-tools/main.ts",
    'there is no "chapters/02-tools/main.ts" in the repository',
  ],
  [
    "sh",
    "npx tsx workshop/01-bare-loop/agent.ts",
    '"workshop/01-bare-loop/agent.ts" is not in a fresh clone: name another file',
  ],
  ["sh", "npx tsx", "npx tsx needs the path of a program"],
  ["sh", "npm start 07", "there is no chapter 07. There are: 01-bare-loop"],
  ["sh", "npx one-turn trace 7 hello", "there is no chapter 7. There are: 01-bare-loop"],
  [
    "sh",
    "npm start 01 --fresh",
    'npm keeps "--fresh" for itself: put -- before it, or write npx one-turn …',
  ],
  ["sh", "npm install", `"npm install" ${allowed}`],
  ["sh", "node --version", `"node --version" ${allowed}`],
  ["sh", "cd", `"cd" ${allowed}`],
  ["sh", "git push", `"git push" ${allowed}`],
  ["sh", "export NAME", `"export NAME" ${allowed}`],
  [
    "sh",
    "npm start # runs",
    '"npm start # runs" needs a shell at "# runs": quote it or leave it out',
  ],
  [
    "sh",
    "npm start && npm test",
    '"npm start && npm test" needs a shell at "&& npm test": quote it or leave it out',
  ],
  [
    "sh",
    "npm start > out.txt",
    '"npm start > out.txt" needs a shell at "> out.txt": quote it or leave it out',
  ],
  [
    "sh",
    'npx one-turn trace "$HOME"',
    `"npx one-turn trace "$HOME"" needs a shell at ""$HOME"": quote it or leave it out`,
  ],
  [
    "sh",
    "npx one-turn trace 'open",
    `"npx one-turn trace 'open" needs a shell at "'open": quote it or leave it out`,
  ],
  ["sh", "$ npm start", '"$ npm start" needs a shell at "$ npm start": quote it or leave it out'],
  [
    "sh",
    "echo hello | npm start",
    '"echo hello | npm start" has a pipe: only printf with one quoted text may stand in front',
  ],
  [
    "sh",
    "printf '%s' a | npm start",
    `"printf '%s' a | npm start" has a pipe: only printf with one quoted text may stand in front`,
  ],
  [
    "sh",
    "printf '%s' | npm start",
    `"printf '%s' | npm start" has "%s": printf text may hold \\n, \\t, \\r, \\\\ and %%`,
  ],
  [
    "sh",
    "printf 'a' | npm start | cat",
    `"printf 'a' | npm start | cat" has two pipes: only printf '…' | may stand in front`,
  ],
  ["sh", "NAME=value", '"NAME=value" runs no command'],
  [
    "powershell",
    "export NAME=value",
    '"export NAME=value" is not PowerShell: write $env:NAME="value" on a line of its own',
  ],
  [
    "powershell",
    "NAME=value npm start",
    '"NAME=value npm start" is not PowerShell: write $env:NAME="value" on a line of its own',
  ],
])("tells the line of %s that nobody can type: %s", async (shell, line, message) => {
  expect(await checkPage(block(shell, `npm start\n${line}`))).toEqual([`3: ${message}`]);
});

it("reads a line as a shell does", () => {
  const line = `printf 'a\\tb\\\\100%%\\n' | A='1 2' B= npx one-turn "it's \\"so\\" \\n" two\\ words a''b ""`;
  expect(readCommandLine(line)).toEqual({
    environment: { A: "1 2", B: "" },
    input: "a\tb\\100%\n",
    words: ["npx", "one-turn", `it's "so" \\n`, "two words", "ab", ""],
  });
});
