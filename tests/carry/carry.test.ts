import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { agent, fourChapters as ladder, makeLadder, withEvents } from "./made-up-ladder.ts";

const done = (stdout: string) => ({ code: 0, stdout, stderr: "" });

it("copies where a chapter was a copy, merges where it was not, and goes on from there", async () => {
  const { carry, edit, read, root } = makeLadder(ladder);
  edit("01-loop/agent.ts", "ask();", "ask(1);");
  expect(await carry("01")).toEqual(
    done(`01-loop against HEAD: 1 file changed.
02-tools
  identical copy  chapters/02-tools/agent.ts
03-events
  merged          chapters/03-events/agent.ts  look at it
04-state
  identical copy  chapters/04-state/agent.ts
Written: 3 files.
Merged files are not formatted: look at them, then npm run format and npm test.
`),
  );
  expect(read("02-tools/agent.ts")).toBe(agent.replace("ask()", "ask(1)"));
  expect(read("03-events/agent.ts")).toBe(withEvents.replace("ask()", "ask(1)"));
  expect(read("04-state/agent.ts")).toBe(withEvents.replace("ask()", "ask(1)"));
  expect(existsSync(join(root, ".one-turn/carry-backup"))).toBe(false);
});

it("changes nothing the second time", async () => {
  const { carry, edit, files } = makeLadder(ladder);
  edit("01-loop/agent.ts", "ask();", "ask(1);");
  await carry("01");
  const once = files();
  expect(await carry("01")).toEqual(
    done(`01-loop against HEAD: 1 file changed.
02-tools
  untouched       chapters/02-tools/agent.ts  has the change already
03-events
  untouched       chapters/03-events/agent.ts  has the change already
04-state
  untouched       chapters/04-state/agent.ts  has the change already
Written: 0 files.
`),
  );
  expect(files()).toEqual(once);
});

it("merges a file that two chapters change against the neighbour's old and new version", async () => {
  const { carry, edit, read, commit } = makeLadder(ladder);
  edit("04-state/agent.ts", "events = []", "events = [1]");
  commit();
  edit("01-loop/agent.ts", "answer();", "answer(9);");
  edit("01-loop/agent.ts", 'from "./z.ts";', 'from "./y.ts";');
  expect((await carry("01")).code).toBe(0);
  const changed = agent.replace("./z.ts", "./y.ts").replace("answer()", "answer(9)");
  expect(read("03-events/agent.ts")).toBe(`${changed}\nexport const events = [];\n`);
  expect(read("04-state/agent.ts")).toBe(`${changed}\nexport const events = [1];\n`);
});

it("carries a change of chapter 03 forward only", async () => {
  const { carry, edit, files } = makeLadder(ladder);
  edit("03-events/agent.ts", "ask();", "ask(3);");
  const before = files();
  await carry("03");
  expect(files()).toEqual({ ...before, "04-state/agent.ts": before["03-events/agent.ts"] });
});

it("adds, deletes and renames files, and leaves no empty folder", async () => {
  const { carry, write, remove, files, at } = makeLadder({
    ...ladder,
    "02-tools/old/a.ts": "1\n",
    "03-events/old/a.ts": "1\n",
    "04-state/old/a.ts": "1\n",
  });
  write("02-tools/new/deep/a.ts", "1\n");
  write("02-tools/added.ts", "2\n");
  remove("02-tools/old/a.ts");
  expect(await carry("02")).toEqual(
    done(`02-tools against HEAD: 3 files changed.
03-events
  identical copy  chapters/03-events/added.ts  new
  identical copy  chapters/03-events/new/deep/a.ts  new
  identical copy  chapters/03-events/old/a.ts  deleted
04-state
  identical copy  chapters/04-state/added.ts  new
  identical copy  chapters/04-state/new/deep/a.ts  new
  identical copy  chapters/04-state/old/a.ts  deleted
Written: 6 files.
`),
  );
  const paths = Object.keys(files()).filter((path) => path.startsWith("04-state"));
  expect(paths).toEqual(
    ["added.ts", "agent.ts", "main.ts", "new/deep/a.ts"].map((path) => `04-state/${path}`),
  );
  expect(existsSync(at("04-state/old"))).toBe(false);
});

it("puts a file where a folder of deleted files was", async () => {
  const { carry, write, at, read } = makeLadder({ "01-a/x/y.ts": "1\n", "02-b/x/y.ts": "1\n" });
  rmSync(at("01-a/x"), { recursive: true });
  write("01-a/x", "now a file\n");
  expect((await carry("01")).code).toBe(0);
  expect(read("02-b/x")).toBe("now a file\n");
});

it("joins the imports that both sides add, whole and in Biome's order", async () => {
  const base = `import { existsSync } from "node:fs";\nimport { d } from "./d.ts";\n\nrun(existsSync, d);\n`;
  const long = `import {\n  firstOfTheNames,\n  secondOfTheNames,\n} from "./c.ts";\n`;
  const { carry, edit, read } = makeLadder({
    "01-a/agent.ts": base,
    "02-b/agent.ts": base.replace(
      "import { d }",
      `import type { Layer } from "./b-layer.ts";\nimport { d }`,
    ),
  });
  edit(
    "01-a/agent.ts",
    "import { d }",
    `import OpenAI from "openai";\nimport { e } from "../e.ts";\n${long}import { d }`,
  );
  expect(await carry("01")).toEqual(
    done(`01-a against HEAD: 1 file changed.
02-b
  merged          chapters/02-b/agent.ts  imports of both sides, look at it
Written: 1 file.
Merged files are not formatted: look at them, then npm run format and npm test.
`),
  );
  expect(read("02-b/agent.ts")).toBe(`import { existsSync } from "node:fs";
import OpenAI from "openai";
import { e } from "../e.ts";
import type { Layer } from "./b-layer.ts";
import {
  firstOfTheNames,
  secondOfTheNames,
} from "./c.ts";
import { d } from "./d.ts";

run(existsSync, d);
`);
});

it("passes by a chapter that does not have the file", async () => {
  const { carry, edit, remove, commit, files } = makeLadder(ladder);
  remove("02-tools/agent.ts");
  commit();
  edit("01-loop/agent.ts", "ask();", "ask(1);");
  const before = files();
  expect(await carry("01")).toEqual(
    done(`01-loop against HEAD: 1 file changed.
02-tools
  untouched       chapters/02-tools/agent.ts  does not have this file
03-events
  untouched       chapters/03-events/agent.ts  nothing changes in 02-tools
04-state
  untouched       chapters/04-state/agent.ts  nothing changes in 02-tools
Written: 0 files.
`),
  );
  expect(files()).toEqual(before);
});

it("keeps line ends, a missing last one, and bytes that are no text", async () => {
  const crlf = (text: string) => text.replaceAll("\n", "\r\n");
  const { carry, edit, write, read } = makeLadder({
    "01-a/agent.ts": agent,
    "01-a/open.ts": "one\ntwo\nthree",
    "01-a/closed.ts": "one\ntwo\nthree",
    "01-a/logo.bin": Buffer.from([0, 13, 10, 255]),
    "02-b/agent.ts": crlf(withEvents),
    "02-b/open.ts": "zero\none\ntwo\nthree",
    "02-b/closed.ts": "zero\none\ntwo\nthree",
    "02-b/logo.bin": Buffer.from([0, 13, 10, 255]),
  });
  edit("01-a/agent.ts", "ask();", "ask(1);\n  wait();");
  edit("01-a/open.ts", "three", "three\nfour");
  edit("01-a/closed.ts", "three", "three\n");
  write("01-a/logo.bin", Buffer.from([0, 10, 254]));
  expect((await carry("01")).code).toBe(0);
  expect(read("02-b/agent.ts")).toBe(crlf(withEvents.replace("ask();", "ask(1);\n  wait();")));
  expect(read("02-b/open.ts")).toBe("zero\none\ntwo\nthree\nfour");
  expect(read("02-b/closed.ts")).toBe("zero\none\ntwo\nthree\n");
  expect(read("02-b/logo.bin")).toBe(Buffer.from([0, 10, 254]).toString());
});

it("CRS-06 sees no change in a checkout with CRLF, and carries what was changed in it", async () => {
  const { carry, edit, read, git, root } = makeLadder(ladder);
  git("config", "core.autocrlf", "true");
  rmSync(join(root, "chapters"), { recursive: true });
  git("checkout", "--quiet", "--", "chapters");
  expect(read("01-loop/main.ts")).toBe("run();\r\n");
  expect(await carry("01")).toEqual(
    done("01-loop is as it was in HEAD: there is nothing to carry.\n"),
  );
  edit("01-loop/agent.ts", "ask();", "ask(1);");
  expect((await carry("01")).code).toBe(0);
  const expected = withEvents.replace("ask()", "ask(1)").replaceAll("\n", "\r\n");
  expect(read("04-state/agent.ts")).toBe(expected);
});

it.skipIf(process.platform === "win32")(
  "carries the executable bit, and keeps every other one",
  async () => {
    const { carry, edit, setMode, files, commit } = makeLadder(ladder);
    edit("03-events/main.ts", "run();", "run(3);");
    commit();
    setMode("01-loop/main.ts", 0o755);
    setMode("02-tools/main.ts", 0o640);
    setMode("03-events/main.ts", 0o600);
    await carry("01");
    expect(Object.entries(files()).filter(([path]) => path.endsWith("main.ts"))).toEqual([
      ["01-loop/main.ts", "755 run();\n"],
      ["02-tools/main.ts", "750 run();\n"],
      ["03-events/main.ts", "700 run(3);\n"],
      ["04-state/main.ts", "755 run();\n"],
    ]);
  },
);
