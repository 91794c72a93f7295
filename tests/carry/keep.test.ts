import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { backUp } from "../../shared/course/carry/back-up.ts";
import { writeChanges } from "../../shared/course/carry/write-changes.ts";
import { deep } from "../support/deep.ts";
import {
  agent,
  fourChapters as ladder,
  type MadeUpLadder,
  makeLadder,
  readFiles,
  runCarry,
  withEvents,
} from "./made-up-ladder.ts";

const preload = pathToFileURL(join(import.meta.dirname, "stop-at.mjs")).href;

it("keeps a copy of what is not in git before it changes it, and of nothing else", async () => {
  const { carry, edit, read, root } = makeLadder(ladder);
  edit("02-tools/agent.ts", "./z.ts", "./y.ts");
  edit("01-loop/agent.ts", "ask();", "ask(1);");
  const { code, stdout } = await carry("01");
  const [, place = ""] = /^What was not in git is kept in (.+)$/m.exec(stdout) ?? [];
  expect({ code, place }).toEqual({
    code: 0,
    place: expect.stringMatching(/^\.one-turn\/carry-backup\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/),
  });
  const kept = Object.entries(readFiles(join(root, place)));
  expect(kept.map(([path, text]) => [path, text.slice("644 ".length)])).toEqual([
    ["chapters/02-tools/agent.ts", agent.replace("./z.ts", "./y.ts")],
  ]);
  const changed = agent.replace("ask();", "ask(1);").replace("./z.ts", "./y.ts");
  expect(read("02-tools/agent.ts")).toBe(changed);
  expect(read("03-events/agent.ts")).toBe(`${changed}\nexport const events = [];\n`);
});

it("keeps the copies of each run in a folder of their own, also within a second", async () => {
  const { root } = makeLadder(ladder);
  const file = {
    path: "chapters/02-tools/main.ts",
    outcome: { kind: "copy" } as const,
    current: { bytes: Buffer.from("run(2);\n"), executable: false },
    next: undefined,
  };
  const now = new Date("2026-01-02T03:04:05.678Z");
  expect([await backUp(root, [file], now), await backUp(root, [file], now)]).toEqual([
    ".one-turn/carry-backup/2026-01-02T03-04-05",
    ".one-turn/carry-backup/2026-01-02T03-04-05-2",
  ]);
});

it("keeps what CRLF makes of a committed file, to the byte", async () => {
  const { carry, edit, write, root } = makeLadder(ladder);
  write("02-tools/agent.ts", agent.replaceAll("\n", "\r\n"));
  edit("01-loop/agent.ts", "ask();", "ask(1);");
  await carry("01");
  const [time = ""] = readdirSync(join(root, ".one-turn/carry-backup"));
  const kept = join(root, ".one-turn/carry-backup", time, "chapters/02-tools/agent.ts");
  expect(readFileSync(kept, "utf8")).toBe(agent.replaceAll("\n", "\r\n"));
});

/** A change that would conflict with itself if it were carried twice. */
const twoImports = 'import { a } from "./a.ts";\nimport { b } from "./b.ts";\nrun(a);\n';
const oneImport = 'start();\nimport { a } from "./a.ts";\nrun(a);\n';
const threeImports = twoImports.replace("run", 'import { layer } from "./c.ts";\nrun');
const twoOfThree = oneImport.replace("run", 'import { layer } from "./c.ts";\nrun');

/** Eight files to write and two to delete, some of them edited by hand or in a chapter that is not in git. */
function makeInterrupted(): MadeUpLadder {
  const made = makeLadder({
    ...ladder,
    "02-tools/twice.ts": twoImports,
    "03-events/twice.ts": threeImports,
    "04-state/twice.ts": threeImports,
    "02-tools/old.ts": "1\n",
    "03-events/old.ts": "1\n",
    "04-state/old.ts": "1\n",
  });
  made.write("03-events/twice.ts", `${threeImports}edited();\n`);
  made.edit("03-events/agent.ts", "= [];", "= [1];");
  made.write("05-tui/agent.ts", `// the screen\n${withEvents}`);
  made.write("02-tools/twice.ts", oneImport);
  made.edit("02-tools/agent.ts", "ask();", "ask(2);");
  made.edit("02-tools/main.ts", "run();", "run(2);");
  made.remove("02-tools/old.ts");
  return made;
}

it("finishes after a kill before any of its writes or after the last, with the result of one whole run", async () => {
  const example = makeInterrupted();
  const start = example.files();
  const whole = example.copy();
  expect((await whole.carry("02")).code).toBe(0);
  const expected = whole.files();
  expect(whole.read("04-state/twice.ts")).toBe(`${twoOfThree}edited();\n`);
  const changed = new Set([...Object.keys(start), ...Object.keys(expected)]);
  const count = [...changed].filter((path) => start[path] !== expected[path]).length;
  const stops = Array.from({ length: count }, (_, place) => `before ${place + 1}`);
  const tried = stops.filter((_, place) => deep || place % 5 === 0);
  for (const stop of [...tried, `after ${count}`]) {
    const { root, files, carry } = example.copy();
    const killed = await runCarry(root, ["02"], { env: { STOP_AT: stop }, preload });
    const between = files();
    const written = [...changed].filter((path) => start[path] !== between[path]).length;
    const { code, stderr } = await carry("02");
    expect({ stop, killed: killed.code, written, code, stderr, files: files() }).toEqual({
      stop,
      killed: null,
      written: stop.startsWith("after") ? count : stops.indexOf(stop),
      code: 0,
      stderr: "",
      files: expected,
    });
  }
}, 120_000);

it("finishes after a kill when what was carried before is carried anew", async () => {
  const { carry, edit, files, root, copy } = makeInterrupted();
  await carry("02");
  edit("02-tools/agent.ts", "ask(2);", "ask(22);");
  const whole = copy();
  expect((await whole.carry("02")).code).toBe(0);
  for (const stop of ["before 1", "before 2"]) {
    const killed = await runCarry(root, ["02"], { env: { STOP_AT: stop }, preload });
    expect(killed.code).toBe(null);
  }
  expect((await carry("02")).code).toBe(0);
  expect(files()).toEqual(whole.files());
  expect(existsSync(join(root, ".one-turn/carry-files"))).toBe(false);
});

it("carries a change that was changed again in place of the first", async () => {
  const { carry, edit, read } = makeLadder(ladder);
  edit("01-loop/agent.ts", "ask();", "ask(1);");
  await carry("01");
  edit("01-loop/agent.ts", "ask(1);", "ask(2);");
  expect((await carry("01")).code).toBe(0);
  expect(read("02-tools/agent.ts")).toBe(agent.replace("ask()", "ask(2)"));
  expect(read("04-state/agent.ts")).toBe(withEvents.replace("ask()", "ask(2)"));
});

it("takes back what it carried, once it is no change any more", async () => {
  const { carry, edit, files, write, remove } = makeLadder(ladder);
  const before = files();
  edit("01-loop/agent.ts", "ask();", "ask(1);");
  write("01-loop/new.ts", "1\n");
  await carry("01");
  expect(Object.keys(files()).length).toBe(Object.keys(before).length + 4);
  edit("01-loop/agent.ts", "ask(1);", "ask();");
  remove("01-loop/new.ts");
  expect((await carry("01")).code).toBe(0);
  expect(files()).toEqual(before);
  expect((await carry("01")).stdout).toBe(
    "01-loop is as it was in HEAD: there is nothing to carry.\n",
  );
});

it("does not take back what a person has edited since", async () => {
  const { carry, edit, read } = makeLadder(ladder);
  edit("01-loop/agent.ts", "ask();", "ask(1);");
  await carry("01");
  edit("03-events/agent.ts", "ask(1);", "ask(1, events);");
  edit("01-loop/agent.ts", "ask(1);", "ask();");
  const { code, stdout } = await carry("01");
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `01-loop against HEAD: 1 file changed.
02-tools
  taken back      chapters/02-tools/agent.ts  is no change any more
03-events
  untouched       chapters/03-events/agent.ts  nothing changes in 01-loop
04-state
  taken back      chapters/04-state/agent.ts  is no change any more
What was not in git is kept in TIME
Written: 2 files.
`.replace("TIME", /kept in (.+)/.exec(stdout)?.[1] ?? ""),
  });
  expect(read("03-events/agent.ts")).toBe(withEvents.replace("ask()", "ask(1, events)"));
});

it("forgets what it has carried when that is committed", async () => {
  const { carry, edit, read, commit } = makeLadder(ladder);
  edit("01-loop/agent.ts", "ask();", "ask(1);");
  await carry("01");
  commit();
  edit("01-loop/agent.ts", "answer();", "answer(2);");
  expect((await carry("01")).code).toBe(0);
  const changed = withEvents.replace("ask()", "ask(1)").replace("answer()", "answer(2)");
  expect(read("04-state/agent.ts")).toBe(changed);
});

it("carries what was committed, too, when it is told the base", async () => {
  const { carry, edit, read, commit, git } = makeLadder(ladder);
  git("tag", "before");
  edit("01-loop/agent.ts", "ask();", "ask(1);");
  edit("02-tools/agent.ts", "ask();", "ask(1);");
  commit();
  expect((await carry("01")).stdout).toBe(
    "01-loop is as it was in HEAD: there is nothing to carry.\n",
  );
  expect(
    (await carry("01", "--base", "before")).stdout,
  ).toBe(`01-loop against before: 1 file changed.
02-tools
  untouched       chapters/02-tools/agent.ts  has the change already
03-events
  merged          chapters/03-events/agent.ts  look at it
04-state
  identical copy  chapters/04-state/agent.ts
Written: 2 files.
Merged files are not formatted: look at them, then npm run format and npm test.
`);
  expect(read("04-state/agent.ts")).toBe(withEvents.replace("ask()", "ask(1)"));
});

it("knows what was carried and committed, also where a second merge would conflict", async () => {
  const { carry, write, files, commit, git } = makeLadder({
    "01-a/agent.ts": twoImports,
    "02-b/agent.ts": threeImports,
  });
  git("tag", "before");
  write("01-a/agent.ts", oneImport);
  write("02-b/agent.ts", twoOfThree);
  commit();
  const before = files();
  expect((await carry("01", "--base", "before")).stdout).toBe(`01-a against before: 1 file changed.
02-b
  untouched       chapters/02-b/agent.ts  has the change already
Written: 0 files.
`);
  expect(files()).toEqual(before);
});

it("takes back nothing that comes from another chapter's change", async () => {
  const { carry, edit, read, commit } = makeLadder(ladder);
  for (const folder of ["02-tools", "03-events", "04-state"]) {
    edit(`${folder}/agent.ts`, "ask();", "ask(1);");
  }
  commit();
  edit("03-events/agent.ts", "limit = 8", "limit = 9");
  await carry("03");
  edit("01-loop/agent.ts", "ask();", "ask(1);");
  expect((await carry("01")).stdout).toBe(`01-loop against HEAD: 1 file changed.
02-tools
  untouched       chapters/02-tools/agent.ts  has the change already
03-events
  untouched       chapters/03-events/agent.ts  nothing changes in 02-tools
04-state
  untouched       chapters/04-state/agent.ts  nothing changes in 02-tools
Written: 0 files.
`);
  expect(read("04-state/agent.ts")).toBe(read("03-events/agent.ts"));
});

it("carries into chapters that are not in git yet, and keeps a copy of them", async () => {
  const { carry, edit, read, write, root } = makeLadder(ladder);
  write("05-tui/agent.ts", `// the screen\n${withEvents}`);
  write("05-tui/main.ts", "run();\n");
  write("06-web/agent.ts", `// the page\n// the screen\n${withEvents}`);
  write("06-web/main.ts", "run();\n");
  edit("01-loop/agent.ts", "ask();", "ask(1);");
  edit("01-loop/main.ts", "run();", "run(1);");
  expect((await carry("01")).code).toBe(0);
  expect(read("06-web/agent.ts")).toBe(`// the page\n${read("05-tui/agent.ts")}`);
  expect(read("06-web/main.ts")).toBe("run(1);\n");
  expect(read("05-tui/agent.ts")).toBe(`// the screen\n${withEvents.replace("ask()", "ask(1)")}`);
  expect(read("05-tui/main.ts")).toBe("run(1);\n");
  const [time = ""] = readdirSync(join(root, ".one-turn/carry-backup"));
  expect(Object.keys(readFiles(join(root, ".one-turn/carry-backup", time)))).toEqual([
    "chapters/05-tui/agent.ts",
    "chapters/05-tui/main.ts",
    "chapters/06-web/agent.ts",
    "chapters/06-web/main.ts",
  ]);
});

it("does not write over what somebody has changed since it looked", async () => {
  const { root, write, read } = makeLadder(ladder);
  const version = (text: string) => ({ bytes: Buffer.from(text), executable: false });
  const change = (path: string, from: string) => ({
    path: `chapters/${path}`,
    outcome: { kind: "copy" } as const,
    current: version(from),
    next: version("carried\n"),
  });
  write("03-events/main.ts", "run(3);\n");
  const writing = writeChanges(root, [
    change("02-tools/main.ts", "run();\n"),
    change("03-events/main.ts", "run();\n"),
    change("04-state/main.ts", "run();\n"),
  ]);
  await expect(writing).rejects.toThrow(
    new Error(
      "chapters/03-events/main.ts is not written: somebody else has just changed it. The files before it are. Run the same command again for the rest.",
    ),
  );
  const mains = ["02-tools", "03-events", "04-state"].map((folder) => read(`${folder}/main.ts`));
  expect(mains).toEqual(["carried\n", "run(3);\n", "run();\n"]);
});
