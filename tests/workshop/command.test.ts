import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { knownChapters } from "../support/known-chapters.ts";
import { makeClone, readFiles } from "./clone.ts";

const clone = makeClone();
const { workshop } = clone;
const exercise = join(clone.root, "workshop", "03-events");
afterAll(() => clone.remove());

/** As someone who knows the answer would write it. */
function solve(folder = "03-events"): void {
  cpSync(join(clone.root, "chapters", "03-events"), join(clone.root, "workshop", folder), {
    recursive: true,
  });
}

describe("before anything is begun", () => {
  it("says how to begin", async () => {
    for (const verb of ["check", "hint", "reveal", "reset", "next"]) {
      expect(await workshop(verb)).toEqual({
        code: 1,
        stdout: "",
        stderr: "one-turn: No exercise is begun yet. Begin with: npx one-turn workshop start 02\n",
      });
    }
  });

  it("says which exercise is not there yet, and which there never is", async () => {
    const said = await Promise.all([
      workshop("check", "03"),
      workshop("start", "01"),
      workshop("start", "99"),
    ]);
    expect(said.map(({ code, stderr }) => `${code} ${stderr}`)).toEqual([
      "1 one-turn: There is no workshop/03-events yet. Begin with: npx one-turn workshop start 03\n",
      "1 one-turn: Chapter 01 is read and typed along, in its page. The first exercise is 02.\n",
      `1 one-turn: No chapter "99". Use one of: ${knownChapters}.\n`,
    ]);
  });
});

describe("an exercise", () => {
  it("is put beside rules for a coding assistant, and says its steps", async () => {
    const { code, stdout, stderr } = await workshop("start", "03");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("workshop/03-events is yours: 40 minutes, 5 steps.");
    expect(readFileSync(join(clone.root, "workshop", "AGENTS.md"), "utf8")).toContain("You coach.");
    expect(Object.keys(clone.files("03-events"))).toEqual(
      Object.keys(readFiles(join(clone.root, "chapters", "03-events"))),
    );
  });

  it("is red at its start: the first difference, the file where it belongs, and what to do next", async () => {
    const { code, stdout } = await workshop("check");
    expect(code).toBe(1);
    expect(stdout.split("\n").slice(0, 11)).toEqual([
      "✗ 03-events: 0 of 64 tests pass.",
      "",
      "a turn with tools > answers without a tool as chapter 01 does",
      "",
      "      expected                             your code",
      "   ▸1 turn.started                         (nothing more)",
      "    2 user.message hello",
      "    3 assistant.message Hello! What shall",
      "      we build?",
      "    4 turn.completed",
      "",
    ]);
    expect(stdout).toContain("turn.started is told in workshop/03-events/session.ts.");
    expect(stdout).toContain("Next: step 1 of the brief. npx one-turn workshop hint 1 has help.");
    expect(Math.max(...stdout.split("\n").map((row) => row.length))).toBeLessThanOrEqual(80);
  });

  it("has one more hint each time, and the chapter's own words as the last", async () => {
    const first = (await workshop("hint", "3")).stdout;
    expect(first).toContain("Idea: two edges, whatever happens between them.");
    expect(first).not.toContain("Place:");
    expect(first).toContain("3 more for this step.");
    await workshop("hint", "3");
    const third = (await workshop("hint", "3")).stdout;
    expect(third).toContain("Sketch:");
    expect(third).not.toContain("export async function handleToolCall");
    const last = (await workshop("hint", "3")).stdout;
    expect(last).toContain("export async function handleToolCall");
    expect((await workshop("hint", "9")).stderr).toBe(
      'one-turn: 03-events has the steps 1 to 5, and no "9".\n',
    );
  });

  it("shows its solution only to someone who insists", async () => {
    const { code, stdout, stderr } = await workshop("reveal");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe(
      "one-turn: workshop/03-events has not passed yet. npx one-turn workshop hint helps; reveal --spoil shows all.\n",
    );
    expect((await workshop("reveal", "--spoil")).stdout).toContain(
      '+      return { type: "turn.completed" };',
    );
  });

  it("does not go on before it passes", async () => {
    const { code, stderr } = await workshop("next");
    expect(code).toBe(1);
    expect(stderr).toContain("workshop/03-events does not pass yet");
  });

  it("is green when it is solved, and the list knows", async () => {
    solve();
    expect(await workshop("check")).toEqual({
      code: 0,
      stdout: `✓ 03-events: 64 of 64 tests pass.
npx one-turn workshop reveal shows how the chapter does it; next goes on.
`,
      stderr: "",
    });
    expect((await workshop("list")).stdout).toContain(
      "03-events         40 min  passed  ← you are here\n",
    );
    expect((await workshop("reveal")).stdout).toBe(
      "workshop/03-events is the chapter, word for word.\n",
    );
  });

  it("tells the line that emitted the first wrong event", async () => {
    const path = join(exercise, "agent.ts");
    const text = readFileSync(path, "utf8");
    const line =
      text
        .split("\n")
        .findIndex((each) => each.includes('turn?.emit({ type: "assistant.message"')) + 1;
    writeFileSync(path, text.replace("text: message })", "text: message.toUpperCase() })"));
    const { code, stdout } = await workshop("check");
    expect(code).toBe(1);
    expect(stdout).toContain(
      "▸3 assistant.message Hello! What shall  assistant.message HELLO! WHAT SHALL",
    );
    expect(stdout).toContain(`workshop/03-events/agent.ts:${line} told it:`);
    writeFileSync(path, text);
  });

  it("shows a type error as the compiler says it", async () => {
    const path = join(exercise, "session.ts");
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replace('this.status = "running"', 'this.status = "busy"'));
    const { code, stdout } = await workshop("check");
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /workshop\/03-events\/session\.ts\(\d+,\d+\): error TS2322: Type '"busy"' is not assignable/,
    );
    expect(stdout).toContain("Next: what the compiler says.");
    writeFileSync(path, text);
  });

  it("is what is tested: a chapter that is broken makes no check red", async () => {
    const path = join(clone.root, "chapters", "03-events", "agent.ts");
    const text = readFileSync(path, "utf8");
    writeFileSync(path, "export {};\n");
    const { code, stdout } = await workshop("check");
    writeFileSync(path, text);
    expect({ code, first: stdout.split("\n")[0] }).toEqual({
      code: 0,
      first: "✓ 03-events: 64 of 64 tests pass.",
    });
  });

  it("is kept aside when it is begun anew, each time", async () => {
    writeFileSync(join(exercise, "mine.ts"), "// mine\n");
    const before = clone.files("03-events");
    const { stdout } = await workshop("reset");
    const [, kept = ""] =
      /^What was there is kept in (workshop\/\.backup\/\S+)$/m.exec(stdout) ?? [];
    expect(readFiles(join(clone.root, kept))).toEqual(before);
    await workshop("start", "03");
    expect(readdirSync(join(clone.root, "workshop", ".backup")).length).toBe(2);
  });
});

describe("a broken chapter", () => {
  it("is red, is found, and the next one is another", async () => {
    expect((await workshop("break", "03")).stdout).toContain("one mistake in it (1 of ");
    expect((await workshop("check")).code).toBe(1);
    expect((await workshop("hint")).stderr).toContain("A broken chapter has no hints");
    solve("03-broken");
    const { code, stdout } = await workshop("check");
    expect(code).toBe(0);
    expect(stdout).toContain("You found it.");
    expect((await workshop("break", "03")).stdout).toContain("one mistake in it (2 of ");
    expect((await workshop("break", "03", "99")).stderr).toMatch(
      /^one-turn: 03-events has the bugs 1 to \d+, and no "99"\.\n$/,
    );
  });
});
