import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { agent, fourChapters as ladder, makeLadder, withEvents } from "./made-up-ladder.ts";

const done = (stdout: string) => ({ code: 0, stdout, stderr: "" });
const stopped = (stdout: string) => ({ code: 1, stdout, stderr: "" });

it("writes nothing at all when one line of one chapter is in conflict", async () => {
  const { carry, edit, files, commit, root } = makeLadder(ladder);
  edit("04-state/agent.ts", "  ask();\n  answer();", "  const a = 1;\n  ask(a);\n  answer(a);");
  commit();
  edit("01-loop/agent.ts", "ask();", "ask(1);");
  edit("01-loop/main.ts", "run();", "run(1);");
  const before = files();
  expect(await carry("01")).toEqual(
    stopped(`01-loop against HEAD: 2 files changed.
02-tools
  identical copy  chapters/02-tools/agent.ts
  identical copy  chapters/02-tools/main.ts
03-events
  merged          chapters/03-events/agent.ts  look at it
  identical copy  chapters/03-events/main.ts
04-state
  conflict        chapters/04-state/agent.ts:4-6
    03-events has now
      |   ask(1);
      |   answer();
    04-state has
      |   const a = 1;
      |   ask(a);
      |   answer(a);
  identical copy  chapters/04-state/main.ts
Nothing is written: 1 file in conflict. Merge by hand what the later chapter should have,
then run the same command with --resolved and the path of each such file.
`),
  );
  expect(files()).toEqual(before);
  expect(existsSync(join(root, ".one-turn"))).toBe(false);
});

it("takes a file that was merged by hand as it stands, and goes on from it", async () => {
  const { carry, edit, read, commit } = makeLadder({
    ...ladder,
    "05-tui/agent.ts": withEvents,
    "05-tui/main.ts": "run();\n",
  });
  edit("03-events/agent.ts", "ask();", "ask(events);");
  edit("04-state/agent.ts", "ask();", "ask(events);");
  edit("05-tui/agent.ts", "ask();", "ask(events);");
  edit("05-tui/agent.ts", "8", "9");
  commit();
  edit("01-loop/agent.ts", "ask();", "ask(1);");
  expect((await carry("01")).code).toBe(1);
  edit("03-events/agent.ts", "ask(events);", "ask(1, events);");
  const flags = ["--resolved", "chapters/03-events/agent.ts"];
  expect(await carry("01", ...flags)).toEqual(
    done(`01-loop against HEAD: 1 file changed.
02-tools
  identical copy  chapters/02-tools/agent.ts
03-events
  untouched       chapters/03-events/agent.ts  as --resolved says
04-state
  identical copy  chapters/04-state/agent.ts
05-tui
  merged          chapters/05-tui/agent.ts  look at it
Written: 3 files.
Merged files are not formatted: look at them, then npm run format and npm test.
`),
  );
  const merged = withEvents.replace("ask()", "ask(1, events)");
  expect(read("04-state/agent.ts")).toBe(merged);
  expect(read("05-tui/agent.ts")).toBe(merged.replace("8", "9"));
  expect(await carry("01", "--resolved", "chapters/03-events/agnet.ts")).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "one-turn: --resolved chapters/03-events/agnet.ts: this change does not reach such a file. Write it as a conflict does.\n",
  });
});

it.each<[string, (ladder: ReturnType<typeof makeLadder>) => void, string]>([
  [
    "both add a file",
    ({ write }) => {
      write("01-a/new.ts", "one\nshared\n");
      write("02-b/new.ts", "two\nshared\n");
    },
    "new.ts:1\n    01-a has now\n      | one\n    02-b has\n      | two",
  ],
  [
    "both add a file, of which one is empty",
    ({ write }) => {
      write("01-a/new.ts", "");
      write("02-b/new.ts", "two\n");
    },
    "new.ts  both add it, with other content",
  ],
  [
    "one deletes what the other has changed",
    ({ edit, remove, commit }) => {
      edit("02-b/agent.ts", "8", "9");
      commit();
      remove("01-a/agent.ts");
    },
    "agent.ts  the chapter before deletes it, and this one changes it",
  ],
  [
    "one changes what was deleted by hand in the other",
    ({ edit, remove }) => {
      edit("01-a/agent.ts", "8", "9");
      remove("02-b/agent.ts");
    },
    "agent.ts  the chapter before changes it, and here it is deleted",
  ],
  [
    "both change what is not text",
    ({ write, commit }) => {
      write("02-b/logo.bin", Buffer.from([0, 2]));
      commit();
      write("01-a/logo.bin", Buffer.from([0, 3]));
    },
    "logo.bin  both change it, and it is not text",
  ],
  [
    "a folder stands where a file is added",
    ({ write, commit }) => {
      write("02-b/state/tui.ts", "1\n");
      commit();
      write("01-a/state", "1\n");
    },
    "state  chapters/02-b/state/tui.ts is in its way",
  ],
])("stops when %s", async (_, change, told) => {
  const made = makeLadder({
    "01-a/agent.ts": agent,
    "01-a/logo.bin": Buffer.from([0, 1]),
    "02-b/agent.ts": agent,
    "02-b/logo.bin": Buffer.from([0, 1]),
  });
  change(made);
  const before = made.files();
  expect(await made.carry("01")).toEqual(
    stopped(`01-a against HEAD: 1 file changed.
02-b
  conflict        chapters/02-b/${told}
Nothing is written: 1 file in conflict. Merge by hand what the later chapter should have,
then run the same command with --resolved and the path of each such file.
`),
  );
  expect(made.files()).toEqual(before);
});

it("joins no imports of which one side has two from one module", async () => {
  const { carry, edit } = makeLadder({
    "01-a/agent.ts": 'import { z } from "./z.ts";\n',
    "02-b/agent.ts": 'import { b } from "./b.ts";\nimport { z } from "./z.ts";\n',
  });
  edit(
    "01-a/agent.ts",
    "import",
    'import { c } from "./c.ts";\nimport { d } from "./c.ts";\nimport',
  );
  expect(await carry("01")).toEqual(
    stopped(`01-a against HEAD: 1 file changed.
02-b
  conflict        chapters/02-b/agent.ts:1
    01-a has now
      | import { c } from "./c.ts";
      | import { d } from "./c.ts";
    02-b has
      | import { b } from "./b.ts";
Nothing is written: 1 file in conflict. Merge by hand what the later chapter should have,
then run the same command with --resolved and the path of each such file.
`),
  );
});

it("joins no other lines, and no imports that both sides changed", async () => {
  const base = `import {\n  one,\n  two,\n} from "./0.ts";\nimport { a } from "./a.ts";\n\nconst text = \`\nimport { x } from "./x.ts";\n\`;\n`;
  const { carry, edit } = makeLadder({
    "01-a/agent.ts": base,
    "02-b/agent.ts": base
      .replace("{ a }", "{ a, layer }")
      .replace("import { x }", `import { y } from "./y.ts";\nimport { x }`),
  });
  edit("01-a/agent.ts", "{ a }", "{ a, more }");
  edit("01-a/agent.ts", "import { x }", `import { w } from "./w.ts";\nimport { x }`);
  expect(await carry("01")).toEqual(
    stopped(`01-a against HEAD: 1 file changed.
02-b
  conflict        chapters/02-b/agent.ts:5
    01-a has now
      | import { a, more } from "./a.ts";
    02-b has
      | import { a, layer } from "./a.ts";
  conflict        chapters/02-b/agent.ts:8
    01-a has now
      | import { w } from "./w.ts";
    02-b has
      | import { y } from "./y.ts";
Nothing is written: 1 file in conflict. Merge by hand what the later chapter should have,
then run the same command with --resolved and the path of each such file.
`),
  );
});
