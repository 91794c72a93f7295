import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runOneTurnAgain } from "../support/run-again.ts";
import {
  fourChapters as ladder,
  makeFolder,
  makeLadder,
  openLadder,
  runCarry,
} from "./made-up-ladder.ts";

const refused = (line: string) => ({ code: 1, stdout: "", stderr: `one-turn: ${line}\n` });

it("finds the copies of this repository true", async () => {
  const { code, stdout, stderr } = await runOneTurnAgain(["carry", "--check"]);
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^The copies are true\. Chapters: \d+\.\n$/),
    stderr: "",
  });
});

it("asks for a chapter or for --check, and knows only chapters that there are", async () => {
  const sentence =
    "Say one of: carry 02 replays the change of a chapter, carry --check checks all.";
  expect(await runOneTurnAgain(["carry"])).toEqual(refused(sentence));
  expect(await runOneTurnAgain(["carry", "02", "--check"])).toEqual(refused(sentence));
  const { code, stderr } = await runOneTurnAgain(["carry", "99"]);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^one-turn: No chapter "99"\. Use one of: .+\n$/),
  });
});

it("says when there is nothing to carry, or nowhere to carry it", async () => {
  const { carry, edit } = makeLadder(ladder);
  expect(await carry("02")).toEqual({
    code: 0,
    stdout: "02-tools is as it was in HEAD: there is nothing to carry.\n",
    stderr: "",
  });
  edit("04-state/agent.ts", "ask();", "ask(4);");
  expect(await carry("04")).toEqual({
    code: 0,
    stdout: "04-state is the last chapter: there is none to carry into.\n",
    stderr: "",
  });
});

it("writes nothing in a dry run", async () => {
  const { carry, edit, files, root } = makeLadder(ladder);
  edit("03-events/agent.ts", "ask();", "ask(1);");
  const before = files();
  expect(await carry("03", "--dry-run")).toEqual({
    code: 0,
    stdout: `03-events against HEAD: 1 file changed.
04-state
  identical copy  chapters/04-state/agent.ts
A dry run: nothing is written. To write: 1 file.
`,
    stderr: "",
  });
  expect(files()).toEqual(before);
  expect(existsSync(join(root, ".one-turn"))).toBe(false);
});

it("needs git, a repository, and a revision that has the chapter", async () => {
  const { carry, write, root } = makeLadder(ladder);
  for (const base of ["nowhere", "HEAD~1", "-h", "HEAD:chapters", ""]) {
    expect(await carry("01", `--base=${base}`)).toEqual(
      refused(
        `There is no revision "${base}" in ${root}. Give --base a commit, a branch or a tag.`,
      ),
    );
  }
  write("00-new/main.ts", "run();\n");
  expect(await carry("00")).toEqual(
    refused(
      "chapters/00-new is not in HEAD: there is no change to carry. Give --base a revision that has it.",
    ),
  );
  expect(await runCarry(root, ["01"], { env: { PATH: "", Path: "" } })).toEqual(
    refused("git was not found, and carry reads from it what the chapters were: install it."),
  );
  rmSync(join(root, ".git"), { recursive: true });
  expect(await carry("01")).toEqual(
    refused(`${root} is in no git repository: carry compares with a revision.`),
  );
});

it("refuses a repository without a commit, and a folder inside .git", async () => {
  const empty = openLadder(makeFolder());
  empty.init();
  empty.write("01-a/main.ts", "run();\n");
  empty.write("02-b/main.ts", "run();\n");
  expect(await empty.carry("01")).toEqual(
    refused(
      `There is no revision "HEAD" in ${empty.root}. Give --base a commit, a branch or a tag.`,
    ),
  );
  const inside = openLadder(join(empty.root, ".git"));
  inside.write("01-a/main.ts", "run();\n");
  inside.write("02-b/main.ts", "run();\n");
  expect(await inside.carry("01")).toEqual(
    refused(`${inside.root} is in no git work tree: carry compares with a revision.`),
  );
});

it.skipIf(process.platform === "win32")("refuses links, on disk and in the base", async () => {
  const { carry, at, commit, remove, git } = makeLadder(ladder);
  symlinkSync("agent.ts", at("03-events/link.ts"));
  expect(await carry("01")).toEqual(
    refused(
      "chapters/03-events/link.ts is neither a file nor a folder. A chapter has nothing else: remove it.",
    ),
  );
  commit();
  remove("03-events/link.ts");
  expect(await carry("01")).toEqual(
    refused(
      `chapters/03-events/link.ts is a link or a submodule in ${git("rev-parse", "HEAD").trim()}: carry knows only files.`,
    ),
  );
});

it("does not carry what editors and package managers leave in a chapter", async () => {
  const { carry, write } = makeLadder(ladder);
  for (const path of [".agent.ts.swp", "agent.ts~", "node_modules/a/index.js", ".cache/a"]) {
    write(`01-loop/${path}`, "1\n");
  }
  expect((await carry("01")).stdout).toBe(
    "01-loop is as it was in HEAD: there is nothing to carry.\n",
  );
});

it("works in a repository of which the course is a part, and inside one of git's hooks", async () => {
  const outer = openLadder(makeFolder());
  const made = openLadder(join(outer.root, "course"));
  for (const [path, text] of Object.entries(ladder)) made.write(path, text);
  mkdirSync(join(outer.root, "other"));
  outer.init();
  outer.commit();
  made.edit("03-events/agent.ts", "ask();", "ask(1);");
  const env = { GIT_DIR: join(outer.root, "elsewhere"), GIT_INDEX_FILE: "elsewhere" };
  expect((await runCarry(made.root, ["03"], { env })).code).toBe(0);
  expect(made.read("04-state/agent.ts")).toBe(made.read("03-events/agent.ts"));
});
