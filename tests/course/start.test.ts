import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { mayRunCommands } from "../../shared/course/allow-commands.ts";
import { chapters, findChapter } from "../../shared/course/chapters.ts";
import { deep } from "../support/deep.ts";
import { knownChapters } from "../support/known-chapters.ts";
import { runOneTurnAgain } from "../support/run-again.ts";
import { runOneTurn } from "../support/run-one-turn.ts";

let workspace = "";

beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), "one-turn-test-")));
  writeFileSync(join(workspace, "notes.txt"), "buy milk\n");
});

afterEach(() => rmSync(workspace, { recursive: true, force: true }));

it("shows the ladder and then one turn that reads a real file, without a terminal or a key", async () => {
  const { code, stdout, stderr } = await runOneTurn(["start", "--workspace", workspace]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const lines = stdout.split("\n").map((line) => line.trimEnd().replace(/ +/g, " "));
  expect(lines.slice(0, chapters.length + 3)).toEqual([
    "The chapters, each the one before plus a layer:",
    "",
    ...chapters.map(({ folder, layer }) => ` ${folder.replace("-", " ")} ${layer}`),
    "",
  ]);
  expect(lines[chapters.length + 3]?.split(" with ")).toEqual([
    `One turn of chapter ${chapters.at(-1)?.folder}`,
    expect.stringMatching(/^rehearsal-1, the offline model, at /),
  ]);
  const turn = lines.filter((line) => /^ \d+ [●»▸◂«✗┆] /.test(line));
  const types = turn.map((line) => line.split(" ")[3]);
  expect(types.filter((type, index) => type !== types[index - 1])).toEqual([
    "turn.started",
    "user.message",
    "model.requested",
    "model.responded",
    "tool.started",
    "tool.finished",
    "model.requested",
    "assistant.delta",
    "model.responded",
    "assistant.message",
    "turn.metrics",
    "turn.completed",
  ]);
  expect(turn[1]).toContain("read notes.txt");
  expect(turn[5]).toContain("buy milk");
  expect(lines.slice(lines.indexOf("Next:")).length).toBe(5);
});

it("always rehearses without a chapter, also with a key or a broken address in the environment", async () => {
  const env = { OPENAI_API_KEY: "nonsense", OPENAI_BASE_URL: "nonsense", OPENAI_MODEL: "nonsense" };
  const { code, stdout } = await runOneTurnAgain(["start", "--workspace", workspace], { env });
  expect(code).toBe(0);
  expect(stdout).toMatch(/ turn\.completed$/m);
});

it("starts in the practice project when no other folder is named", async () => {
  const practice = resolve(import.meta.dirname, "../../.one-turn/practice");
  expect(await startSpied(["1"], {})).toEqual({
    code: 7,
    stdout: expect.stringMatching(/^Chapter 01-bare-loop with [^\n]*\n$/),
    stderr: "",
    args: [],
    cwd: practice,
    root: null,
  });
});

it("runs a chapter in a folder: says with what and where, takes lines, ends with the input", async () => {
  const ran = await start("02", { input: "read notes.txt\nrun pwd\n" });
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  const [first, ...rest] = ran.stdout.split("\n");
  expect(first).toMatch(
    /^Chapter 02-tools with rehearsal-1, the offline model, at http:\/\/127\.0\.0\.1:\d+\/v1, in /,
  );
  expect(first?.endsWith(`, in ${workspace}`)).toBe(true);
  const talk = rest.join("\n");
  expect(talk.match(/you> /g)?.length).toBe(3);
  expect(talk).toContain("buy milk");
  expect(talk).toContain(workspace);
});

it("plays a scenario on its own files, whatever is said", async () => {
  const args = ["start", "02", "--scenario", "read-file"];
  const { code, stdout } = await runOneTurn(args, { input: "anything\n" });
  expect({ code, said: stdout.split("\n").slice(1) }).toEqual({
    code: 0,
    said: ["you> Buy milk.", "you> ", ""],
  });
  expect(await runOneTurnAgain(["start", "02", "--scenario", "stall"])).toEqual({
    code: 1,
    stdout: "",
    stderr: 'one-turn: Scenario "stall" needs chapter 06 or a later one, not chapters/02-tools.\n',
  });
});

it("says which real model is asked, keeps the key out of sight, and does not let it run commands unasked", async () => {
  const env = { OPENAI_API_KEY: "sk-canary", OPENAI_BASE_URL: "http://127.0.0.1:9/v1" };
  const ran = await start("02", { input: "hello\n", env });
  expect(ran).toMatchObject({
    code: 0,
    stderr: "The model may not run shell commands: nobody can be asked. See --allow-commands.\n",
  });
  expect(ran.stdout.split("\n")[0]).toBe(
    `Chapter 02-tools with gpt-5-mini at http://127.0.0.1:9/v1, in ${workspace}`,
  );
  expect(ran.stdout).toContain("error> No answer from http://127.0.0.1:9/v1");
  expect(ran.stdout).not.toContain("canary");
});

it("gives the chapter what it does not know itself, and the chapter's exit code back", async () => {
  const given = ["--resume", "3", "--", "--fresh", "-x"];
  expect(await startSpied(["02", "--workspace", workspace, ...given], {})).toEqual({
    code: 7,
    stdout: expect.stringMatching(/^Chapter 02-tools with [^\n]*\n$/),
    stderr: "",
    args: ["--allow-commands", "--resume", "3", "--fresh", "-x"],
    cwd: workspace,
    root: null,
  });
});

it("lets a real model run commands only when the reader has said so", async () => {
  const real = { OPENAI_API_KEY: "sk-canary" };
  const refused =
    "The model may not run shell commands: nobody can be asked. See --allow-commands.\n";
  const allowed = { args: ["--allow-commands"], stderr: "" };
  expect(await startSpied(["02"], real)).toMatchObject({ args: [], stderr: refused });
  expect(await startSpied(["02", "--allow-commands"], real)).toMatchObject(allowed);
});

const provider = { args: ["--provider", "ollama"], env: {} };
const real = { OPENAI_API_KEY: "sk-canary" };

it.each([
  ["13", provider, "the provider ollama"],
  ["13", { args: [], env: { ONE_TURN_PROVIDER: "ollama" } }, "the provider ollama"],
  ["13", { args: ["--provider", "chat"], env: {} }, "rehearsal-1, the offline model, at SERVER"],
  ["13", { args: ["--model", "x"], env: {} }, "rehearsal-1, the offline model, at SERVER"],
  ["13", { args: ["--model", "x"], env: real }, "x at https://api.openai.com/v1"],
  ["11", provider, "rehearsal-1, the offline model, at SERVER"],
])("says in chapter %s who is asked: %j", async (chapter, { args, env }, said) => {
  const { stdout, stderr, ...ran } = await startSpied([chapter, "--", ...args], env);
  const folder = findChapter(chapter).folder;
  expect(stdout.replace(/http:\/\/127\S+(?=,)/, "SERVER").split(", in /")[0]).toBe(
    `Chapter ${folder} with ${said}`,
  );
  // another provider is no rehearsal: the reader has not said that it may run commands
  const isReal = !said.startsWith("rehearsal");
  expect([ran.args, /may not run shell commands/.test(stderr)]).toEqual([
    isReal ? args : ["--allow-commands", ...args],
    isReal,
  ]);
});

it("never offers commands to chapter 01, which has none, and says nothing of it", async () => {
  const real = { OPENAI_API_KEY: "sk-canary" };
  expect(await startSpied(["01"], real)).toMatchObject({ args: [], stderr: "" });
  const rehearsal = { real: false, env: { OPENAI_API_KEY: "" }, said: "", close: async () => {} };
  expect(mayRunCommands(findChapter("01"), rehearsal, { allowCommands: true })).toBe(false);
});

const signals: ["SIGHUP" | "SIGTERM", number][] = [
  ["SIGHUP", 129],
  ["SIGTERM", 143],
];

// SIGTERM ends one below, too
it.runIf(process.platform !== "win32").each(deep ? signals : signals.slice(0, 1))(
  "hands %s on to the chapter and ends with its code",
  async (signal, code) => {
    expect(await endBySignal((child) => child.kill(signal))).toBe(code);
  },
);

it.runIf(process.platform !== "win32")(
  "leaves Ctrl+C to the chapter, and ends when the chapter does",
  async () => {
    const alone = await endBySignal((child) => {
      child.kill("SIGINT");
      setTimeout(() => child.kill("SIGTERM"), 300);
    });
    expect(alone).toBe(143);
    const both = await endBySignal((child) => process.kill(-(child.pid ?? 0), "SIGINT"));
    expect(both).toBe(130);
  },
);

it.each([
  [["start", "99"], `No chapter "99". Use one of: ${knownChapters}.`],
  [["start", "--resume"], `No chapter "--resume". Use one of: ${knownChapters}.`],
  [
    ["start", "02", "--workspace", "/no/such"],
    `The workspace ${resolve("/no/such")} cannot be used: there is no such folder.`,
  ],
  [
    ["start", "--workspace", "/no/such"],
    `The workspace ${resolve("/no/such")} cannot be used: there is no such folder.`,
  ],
  [
    ["start", "02", "--workspace"],
    "option '--workspace <folder>' argument missing. See one-turn start --help.",
  ],
])("refuses %j in one line", async (args, line) => {
  expect(await runOneTurnAgain(args)).toEqual({
    code: 1,
    stdout: "",
    stderr: `one-turn: ${line}\n`,
  });
});

it("refuses an address that is none before the chapter starts", async () => {
  const env = { OPENAI_BASE_URL: "localhost:8080" };
  const args = ["start", "02", "--workspace", workspace];
  expect(await runOneTurnAgain(args, { env })).toEqual({
    code: 1,
    stdout: "",
    stderr:
      'one-turn: OPENAI_BASE_URL is "localhost:8080". It has to be a web address, as in http://127.0.0.1:4010/v1.\n',
  });
});

function start(chapter: string, options: { input?: string; env?: Record<string, string> }) {
  return runOneTurn(["start", chapter, "--workspace", workspace], options);
}

/** Starts a chapter that says how it was started, and ends with code 7 before it does anything. */
async function startSpied(args: string[], env: Record<string, string>) {
  const [spy, seen] = [join(workspace, "spy.cjs"), join(workspace, "seen.json")];
  writeFileSync(
    spy,
    `if (/chapters-\\d/.test(process.argv[1])) {
      const [args, cwd] = [process.argv.slice(2), process.cwd()];
      const seen = JSON.stringify({ args, cwd, root: process.env.ONE_TURN_ROOT ?? null });
      require("node:fs").writeFileSync(${JSON.stringify(seen)}, seen);
      process.exit(7);
    }`,
  );
  const options = { env: { ...env, NODE_OPTIONS: `--require ${JSON.stringify(spy)}` } };
  const ran = await runOneTurnAgain(["start", ...args], options);
  return { ...ran, ...JSON.parse(readFileSync(seen, "utf8")) };
}

/** The exit code of a chapter that is ended once it shows its prompt. */
function endBySignal(end: (child: ReturnType<typeof spawn>) => void): Promise<number | null> {
  const program = resolve(import.meta.dirname, "../../shared/course/one-turn.cjs");
  const env = { ...process.env, OPENAI_API_KEY: "", OPENAI_BASE_URL: "" };
  const child = spawn(process.execPath, [program, "start", "01", "--workspace", workspace], {
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
    env,
  });
  child.stdout.on("data", (text) => {
    if (String(text).includes("you> ")) end(child);
  });
  return new Promise((settle) => child.once("close", settle));
}
