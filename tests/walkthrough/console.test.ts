import { expect, it } from "vitest";
import { checkWalkthrough } from "../../shared/course/walkthrough/check-walkthrough.ts";
import { runInRepository } from "../../shared/course/walkthrough/run-command.ts";
import { block, checkPage, commands, makeRepository } from "./repository.ts";

/** What --sync would put into a console block with these commands. */
async function fill(content: string): Promise<string> {
  const root = makeRepository({ "walkthrough/page.md": block("console", content) });
  const { drifts, problems } = await checkWalkthrough({ root, commands });
  const text = problems[0]?.message ?? drifts[0]?.expected ?? "as it was";
  return text.replaceAll(root, "ROOT");
}

it("fills in what the commands print, each below its own, run as a stranger's clone would", async () => {
  process.env.OPENAI_API_KEY = "sk-secret";
  process.env.FORCE_COLOR = "1";
  try {
    expect(
      await fill(`$ npx one-turn trace "two words" --json
old output
$ npm start -- 01 --fresh
$ printf 'hello\\nbye\\n' | npx one-turn trace
$ npx tsx chapters/01-bare-loop/main.ts
$ OPENAI_BASE_URL=http://127.0.0.1:9 npx one-turn trace environment
$ npx one-turn trace fail
[exit code 3]`),
    ).toEqual(`$ npx one-turn trace "two words" --json
["trace","two words","--json"] read ""
$ npm start -- 01 --fresh
["start","01","--fresh"] read ""
$ printf 'hello\\nbye\\n' | npx one-turn trace
["trace"] read "hello\\nbye\\n"
$ npx tsx chapters/01-bare-loop/main.ts
you> 
bye
$ OPENAI_BASE_URL=http://127.0.0.1:9 npx one-turn trace environment
NO_COLOR=1
ONE_TURN_REPRODUCIBLE=1
OPENAI_BASE_URL=http://127.0.0.1:9
.one-turn/practice/notes.txt
http://127.0.0.1:9/v1 and http://127.0.0.1:PORT/v1
./shared/course and ROOT-beside
$ npx one-turn trace fail
one-turn: no such turn
[exit code 1]`);
  } finally {
    delete process.env.FORCE_COLOR;
    process.env.OPENAI_API_KEY = "";
  }
});

it("is content with a block that says what the command prints", async () => {
  expect(
    await checkPage(block("console", '$ npx one-turn trace 1\n["trace","1"] read ""')),
  ).toEqual([]);
});

it("CRS-05 tells where output and text part", async () => {
  expect(
    await checkPage(block("console", '$ npx one-turn trace 1\n["trace","2"] read ""')),
  ).toEqual([
    '1: block "console" has drifted at its line 2: expected "[\\"trace\\",\\"1\\"] read \\"\\"", actual "[\\"trace\\",\\"2\\"] read \\"\\""',
  ]);
});

it("takes a failure into the text only where the page asks for one", async () => {
  expect(await fill("$ npx one-turn trace fail\nonce it was well")).toEqual(
    'block "console": npx one-turn trace fail ends with [exit code 1] and prints "one-turn: no such turn": if it should, write [exit code 1] below it',
  );
});

it.each([
  ["", 'a console block begins with a command: "$ npx one-turn …"'],
  ["output\n$ npx one-turn trace", 'a console block begins with a command: "$ npx one-turn …"'],
  [
    "$ npx one-turn fly",
    'one-turn has no command "fly". It has: start, trace, rehearsal, walkthrough',
  ],
  [
    "$ npx one-turn walkthrough --check",
    '"npx one-turn walkthrough --check" would check the text from within the text',
  ],
  ["$ npm test", '"npm test" is not run here: only npx one-turn, npm start and npx tsx are'],
  [
    "$ npx one-turn trace; ls",
    '"npx one-turn trace; ls" needs a shell at "; ls": quote it or leave it out',
  ],
  [
    "$ npx one-turn trace prompt",
    '"$ npx one-turn trace prompt" prints a line that begins with "$ ": it would read as a command',
  ],
  [
    "$ npx one-turn trace fence",
    "its text has a line that ends the block: use a longer fence than ```",
  ],
  ["$ npx one-turn trace escape", "its text has control characters, which a page cannot show"],
  [
    "$ npx one-turn trace flood",
    '"npx one-turn trace flood" printed more than 256 KiB, and was ended',
  ],
])("refuses a console block that cannot be filled: %j", async (content, message) => {
  expect(await fill(content)).toEqual(`block "console": ${message}`);
});

it("ends a command that takes too long, and says so", async () => {
  const run = runInRepository(makeRepository({}), 300);
  const args = ["shared/course/one-turn.cjs", "trace", "forever"];
  await expect(run({ line: "npx one-turn trace forever", args, environment: {} })).rejects.toThrow(
    '"npx one-turn trace forever" ran longer than 0.3 s, and was ended',
  );
});

it("runs each distinct command once, and two at a time", async () => {
  const page = (from: number) => {
    const lines = Array.from(
      { length: 4 },
      (_, index) => `$ npx one-turn trace ${from + index}\nok`,
    );
    return block("console", lines.join("\n"));
  };
  const root = makeRepository({ "walkthrough/a.md": page(1), "walkthrough/b.md": page(3) });
  const ran: string[] = [];
  let running = 0;
  let most = 0;
  const report = await checkWalkthrough({
    root,
    commands,
    run: async ({ line }) => {
      ran.push(line.replace("npx one-turn trace ", ""));
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return "ok\n";
    },
  });
  expect({ ran: ran.sort(), most, ...report }).toEqual({
    ran: ["1", "2", "3", "4", "5", "6"],
    most: 2,
    drifts: [],
    problems: [],
    pages: 2,
    quoted: 0,
    commandsRun: 6,
    sketches: 0,
  });
});
